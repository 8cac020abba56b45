/** Every genuine notification once: group commit, claims, and what to do with the rest. */
@NullMarked
package io.paidonce.hub.inbox;

import org.jspecify.annotations.NullMarked;
