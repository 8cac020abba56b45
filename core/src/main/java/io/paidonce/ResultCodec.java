package io.paidonce;

import java.lang.reflect.Type;

/**
 * Writes results as bytes and reads them back, so that a duplicate is given what the first call
 * returned. Thread-safe.
 */
public interface ResultCodec {

  /** A name that stays the same across versions; stored with each result. */
  String name();

  /** Whether values of this type come back equal. */
  boolean handles(Type type);

  /** The bytes of a value that is not null. */
  byte[] encode(Object value, Type type);

  /** The value of these bytes; throws if they are not of this type. */
  Object decode(byte[] bytes, Type type);
}
