/** What must come of an order's facts, computed from the rules alone; knows nothing of the hub. */
@NullMarked
package io.paidonce.reference;

import org.jspecify.annotations.NullMarked;
