package io.paidonce.web;

import io.paidonce.Takeover;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A handler of requests that takes effect once for each {@code Idempotency-Key} of a caller; a
 * repeat gets the first answer: status, headers and bytes.
 *
 * <p>Answers below 400 are kept. Any other answer, and any exception, frees the key, and where the
 * record is in the database's transaction what was written goes with it. On a class it covers the
 * methods that answer POST, PUT, PATCH and DELETE. Handlers whose work goes on after they have
 * returned are refused when the application starts.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface IdempotentRequest {

  /** Whether a request without the header is refused; if not, it runs without protection. */
  boolean required() default true;

  /** Keeps keys apart from those of other handlers; by default the method and the pattern. */
  String scope() default "";

  /** How long the answer is kept for repeats, in seconds. */
  long retention() default 25 * 3600;

  /** How much longer it is remembered that a key was used, in seconds. */
  long archive() default 0;

  /** How long a repeat waits for the first one, in milliseconds; at most 2000. */
  long waitMillis() default 0;

  /** How long a claim lasts unless renewed, in seconds; it is renewed while the handler runs. */
  long lease() default 60;

  /** What becomes of a claim whose owner did not come back. */
  Takeover takeover() default Takeover.AFTER_LEASE;

  /**
   * Whether answers from 400 to 499 are kept too. One whose transaction was rolled back is not:
   * then there is nothing that could remember it.
   */
  boolean replayFailures() default false;

  /** What of the request must be the same under the same key, besides the method. */
  Part[] fingerprint() default {Part.PATH, Part.QUERY, Part.BODY};

  /** The parts of a request. */
  enum Part {
    /** The segments of the path. */
    PATH,
    /** Names and values; the order of different names does not matter. */
    QUERY,
    /** JSON and forms by content, all else byte by byte. */
    BODY
  }
}
