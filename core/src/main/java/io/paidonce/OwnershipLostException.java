package io.paidonce;

/**
 * The claim under which this work runs is no longer held: its lease ran out, or another took over.
 * Thrown at a checkpoint and before a commit, so that what is not yet committed is rolled back.
 */
public final class OwnershipLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The claim of this key, for people, with this fence. */
  public OwnershipLostException(String key, long fence) {
    super("the claim of " + key + " with fence " + fence + " is no longer held; work is undone");
  }
}
