package io.paidonce;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that takes effect once a key, however often it is called.
 *
 * <p>With the strategy {@link Strategy#UNIQUE} as it comes, the record is written in the method's
 * transaction: exactly once. What a lease promises instead, {@link #takeover()} says. The call must
 * come through the bean's proxy; a call of {@code this} does not.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

  /**
   * What names the action: a SpEL expression over {@code #parameterName}, {@code #p0} and beans
   * ({@code @name}). Several parts as a list: {@code {#shop, #order}}. A result that is null, blank
   * or has such a part is refused before the method runs. Types and constructors cannot be named.
   */
  String key();

  /** Keeps keys apart from those of other methods; by default the method with its class. */
  String scope() default "";

  /** The layers, outermost first. */
  Strategy[] strategy() default Strategy.UNIQUE;

  /** How long the result is kept for duplicates, in seconds. */
  long expire() default 25 * 3600;

  /** What a duplicate gets. */
  OnDuplicate onDuplicate() default OnDuplicate.THROW;

  /**
   * What is asked for, as a SpEL expression: the same key with something else is refused. By
   * default all arguments that are data; {@code "{}"} for nothing.
   */
  String request() default "";

  /** Whether a record of {@link Strategy#UNIQUE} is in the transaction or is a lease. */
  IdempotencyStore.Mode mode() default IdempotencyStore.Mode.ATOMIC;

  /** How long a claim lasts unless renewed, in seconds; it is renewed while the method runs. */
  long lease() default 60;

  /** How long {@link OnDuplicate#WAIT} waits, in milliseconds; at most 2000. */
  long waitMillis() default 2000;

  /** How much longer than {@link #expire()} a used key is remembered, in seconds. */
  long archive() default 0;

  /** The longest time after which somebody repeats this, in seconds, if known. */
  long retryHorizon() default 0;

  /** What the claim in Redis does when Redis does not answer. */
  Outage outage() default Outage.FALL_BACK;

  /** What becomes of a lease whose owner did not come back. */
  Takeover takeover() default Takeover.AFTER_LEASE;

  /** Bean of type {@link Resolver} that is asked about what is in doubt. */
  String resolver() default "";

  /** Failures that are final: kept, and given to duplicates. Needs a lease. */
  Class<? extends Throwable>[] keepOn() default {};

  /** Failures after which the effect may exist: in doubt. Needs a lease. */
  Class<? extends Throwable>[] doubtOn() default {};

  /** Whether it is meant that the key has no variable part. */
  boolean constantKey() default false;
}
