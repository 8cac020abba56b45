/** Asks the providers: the only room that calls them. */
@NullMarked
package io.paidonce.hub.asking;

import org.jspecify.annotations.NullMarked;
