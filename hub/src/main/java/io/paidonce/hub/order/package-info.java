/** Orders, attempts, receipts and refunds: their states, tables of transitions, and storage. */
@NullMarked
package io.paidonce.hub.order;

import org.jspecify.annotations.NullMarked;
