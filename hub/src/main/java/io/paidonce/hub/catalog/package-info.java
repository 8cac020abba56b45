/** What we sell and for how much; the price is ours, never the caller's. */
@NullMarked
package io.paidonce.hub.catalog;

import org.jspecify.annotations.NullMarked;
