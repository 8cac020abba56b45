/**
 * The words of exactly-once execution that need no framework: keys, and later claims and stores.
 */
@NullMarked
package io.paidonce;

import org.jspecify.annotations.NullMarked;
