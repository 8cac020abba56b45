/** The demo: a lively, nasty afternoon of one shop, and the promises checked at its end. */
@NullMarked
package io.paidonce.simulator.story;

import org.jspecify.annotations.NullMarked;
