/** Idempotency-Key and form tokens over HTTP. */
@NullMarked
package io.paidonce.web;

import org.jspecify.annotations.NullMarked;
