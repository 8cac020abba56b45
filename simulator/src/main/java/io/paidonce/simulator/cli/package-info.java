/** The command line: {@code demo} and {@code serve}. */
@NullMarked
package io.paidonce.simulator.cli;

import org.jspecify.annotations.NullMarked;
