/** The engine over a store in memory: what runs, what is answered, and what happens in outages. */
@NullMarked
package io.paidonce.engine;

import org.jspecify.annotations.NullMarked;
