package io.paidonce;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/**
 * An outcome as it is stored: version, kind, the key it belongs to, the codec, the bytes, and a
 * checksum over all of it.
 *
 * <p>What does not prove to be this key's own, whole and known outcome is not read at all: a
 * duplicate is then still a duplicate, without a result.
 */
@SuppressWarnings("ArrayRecordComponent")
record Envelope(Kind kind, String codec, byte[] payload) {

  private static final byte[] MAGIC = {'P', '1'};
  private static final byte VERSION = 1;
  private static final int HASH_BYTES = 32;
  private static final int CHECKSUM_BYTES = 8;

  /** What the payload is. */
  enum Kind {
    /** Null, or nothing: the payload is empty. */
    NOTHING('n'),
    VALUE('v'),
    /** The type and the message of an exception, in two lines. */
    FAILURE('f'),
    /** There was a value, and it could not be written. */
    UNSTORABLE('u');

    private final byte letter;

    Kind(char letter) {
      this.letter = (byte) letter;
    }

    private static Optional<Kind> of(byte letter) {
      return Arrays.stream(values()).filter(kind -> kind.letter == letter).findFirst();
    }
  }

  static Envelope empty(Kind kind) {
    return new Envelope(kind, "", new byte[0]);
  }

  /** The bytes to be stored with this key. */
  byte[] sealed(IdempotencyKey key) {
    byte[] name = codec.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer buffer =
        ByteBuffer.allocate(
            MAGIC.length + 2 + HASH_BYTES + 1 + name.length + payload.length + CHECKSUM_BYTES);
    buffer.put(MAGIC).put(VERSION).put(kind.letter).put(key.sha256());
    buffer.put((byte) name.length).put(name).put(payload);
    buffer.put(checksum(buffer.array(), buffer.position()));
    return buffer.array();
  }

  /** What was stored with this key, or nothing if these bytes do not prove to be that. */
  static Optional<Envelope> opened(byte[] bytes, IdempotencyKey key) {
    int end = bytes.length - CHECKSUM_BYTES;
    if (end <= 0
        || !MessageDigest.isEqual(
            checksum(bytes, end), Arrays.copyOfRange(bytes, end, bytes.length))) {
      return Optional.empty();
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, end);
    try {
      boolean known = Arrays.equals(take(buffer, MAGIC.length), MAGIC) && buffer.get() == VERSION;
      Optional<Kind> kind = Kind.of(buffer.get());
      if (!known
          || kind.isEmpty()
          || !MessageDigest.isEqual(take(buffer, HASH_BYTES), key.sha256())) {
        return Optional.empty();
      }
      String codec = new String(take(buffer, buffer.get()), StandardCharsets.US_ASCII);
      return Optional.of(new Envelope(kind.get(), codec, take(buffer, buffer.remaining())));
    } catch (BufferUnderflowException | NegativeArraySizeException e) {
      return Optional.empty();
    }
  }

  private static byte[] take(ByteBuffer buffer, int length) {
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    return bytes;
  }

  private static byte[] checksum(byte[] bytes, int length) {
    MessageDigest digest = CanonicalDigest.sha256();
    digest.update(bytes, 0, length);
    return Arrays.copyOf(digest.digest(), CHECKSUM_BYTES);
  }
}
