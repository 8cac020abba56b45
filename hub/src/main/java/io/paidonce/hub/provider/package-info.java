/**
 * How each provider signs and speaks: verification is pure, bytes in and a verdict out; so are the
 * calls out, a question in and a signed call out, a reply in and a finding out.
 */
@NullMarked
package io.paidonce.hub.provider;

import org.jspecify.annotations.NullMarked;
