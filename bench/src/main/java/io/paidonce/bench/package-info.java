/** Claims of ours beside those of others, each figure with the effects that it came with. */
@org.jspecify.annotations.NullMarked
package io.paidonce.bench;
