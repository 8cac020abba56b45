/** Configuration, properties and threads; knows all rooms. */
@NullMarked
package io.paidonce.hub.wiring;

import org.jspecify.annotations.NullMarked;
