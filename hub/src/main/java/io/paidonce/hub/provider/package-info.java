/** How each provider signs and speaks: verification is pure, bytes in and a verdict out. */
@NullMarked
package io.paidonce.hub.provider;

import org.jspecify.annotations.NullMarked;
