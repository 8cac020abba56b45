/** The annotation at work: expressions, order of advice, metrics, and the parts put together. */
@NullMarked
package io.paidonce.spring;

import org.jspecify.annotations.NullMarked;
