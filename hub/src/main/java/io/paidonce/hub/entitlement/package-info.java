/** What a payment gives and usage takes: grants, balances, and the ledger that proves them. */
@NullMarked
package io.paidonce.hub.entitlement;

import org.jspecify.annotations.NullMarked;
