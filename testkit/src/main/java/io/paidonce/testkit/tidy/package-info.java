/** Checks of a repository's text: lengths, leftovers, links, cited cases. */
@NullMarked
package io.paidonce.testkit.tidy;

import org.jspecify.annotations.NullMarked;
