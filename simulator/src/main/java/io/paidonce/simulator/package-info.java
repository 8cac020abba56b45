/** Words every dialect shares: a payment, a refund, a signed message, the keys of a provider. */
@NullMarked
package io.paidonce.simulator;

import org.jspecify.annotations.NullMarked;
