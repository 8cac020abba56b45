/** The simulator's own page and its small control door, on an embedded Tomcat. */
@NullMarked
package io.paidonce.simulator.page;

import org.jspecify.annotations.NullMarked;
