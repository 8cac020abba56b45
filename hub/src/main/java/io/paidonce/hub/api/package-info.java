/** REST for the merchant's backend; renders, and decides nothing. */
@NullMarked
package io.paidonce.hub.api;

import org.jspecify.annotations.NullMarked;
