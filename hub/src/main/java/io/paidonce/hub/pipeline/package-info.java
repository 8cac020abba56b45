/** The spine: decides in pure functions and applies each batch in one transaction. */
@NullMarked
package io.paidonce.hub.pipeline;

import org.jspecify.annotations.NullMarked;
