/** The accelerator in front of the inbox: may vanish at any time without harm. */
@NullMarked
package io.paidonce.hub.gate;

import org.jspecify.annotations.NullMarked;
