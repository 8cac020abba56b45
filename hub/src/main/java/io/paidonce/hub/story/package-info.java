/** Read-only: what happened to an order. */
@NullMarked
package io.paidonce.hub.story;

import org.jspecify.annotations.NullMarked;
