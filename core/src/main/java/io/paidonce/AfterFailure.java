package io.paidonce;

/** What becomes of a claim whose work has thrown; chosen by the exception. */
public enum AfterFailure {
  /** The key is free again: nothing took effect, the next attempt runs. */
  RELEASE,
  /** The failure is the result; duplicates are told of it and the work never runs again. */
  KEEP,
  /** It may have taken effect: in doubt until a {@link Resolver} or a person says so. */
  DOUBT
}
