/** Hubs that break a promise on purpose, and the demo that must notice. */
@NullMarked
package io.paidonce.sabotage;

import org.jspecify.annotations.NullMarked;
