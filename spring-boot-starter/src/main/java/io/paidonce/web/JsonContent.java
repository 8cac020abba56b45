package io.paidonce.web;

import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** Reads JSON as maps, lists, text, exact numbers, truth values and nulls. */
@FunctionalInterface
interface JsonContent {

  /**
   * The value.
   *
   * @param charset as the request names it; null to find out
   * @throws IllegalArgumentException if it is not JSON in this charset, has a name twice in one
   *     object, or is out of bounds
   */
  @Nullable Object read(byte[] bytes, @Nullable Charset charset);
}
