/** What the hub's tests stand on: a shop with its own keys, running hubs, and a client. */
@NullMarked
package io.paidonce.rig;

import org.jspecify.annotations.NullMarked;
