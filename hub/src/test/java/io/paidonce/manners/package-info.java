/** Manners of the programs as processes: how they start, refuse to start, and end. */
@NullMarked
package io.paidonce.manners;

import org.jspecify.annotations.NullMarked;
