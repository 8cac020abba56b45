/** The provider's side of a delivery: send, judge the answer, repeat on schedule. */
@NullMarked
package io.paidonce.simulator.sending;

import org.jspecify.annotations.NullMarked;
