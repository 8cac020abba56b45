/** Words that two rooms share: money, names, events, evidence. Uses java.* only. */
@NullMarked
package io.paidonce.hub.model;

import org.jspecify.annotations.NullMarked;
