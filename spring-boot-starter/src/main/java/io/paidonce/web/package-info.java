/** Idempotency-Key and form tokens over HTTP, for servlets; WebFlux is not supported. */
@NullMarked
package io.paidonce.web;

import org.jspecify.annotations.NullMarked;
