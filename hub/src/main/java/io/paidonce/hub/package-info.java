/** The hub: takes notifications, once, and applies each exactly once. */
@NullMarked
package io.paidonce.hub;

import org.jspecify.annotations.NullMarked;
