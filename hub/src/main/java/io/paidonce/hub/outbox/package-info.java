/** Messages we owe the business systems, written with the change that causes them. */
@NullMarked
package io.paidonce.hub.outbox;

import org.jspecify.annotations.NullMarked;
