package io.paidonce.hub.model;

/**
 * The places between two lines where a crash would hurt most, named so that tests can crash there.
 *
 * <p>Production passes {@link #NONE}, which does nothing.
 */
@FunctionalInterface
public interface Checkpoint {

  /** Nothing happens at any place. */
  Checkpoint NONE = place -> {};

  /** Everything is written, nothing is committed: the inbox. */
  String INBOX_BEFORE_COMMIT = "inbox.before-commit";

  /** Committed, not answered: the inbox. */
  String INBOX_AFTER_COMMIT = "inbox.after-commit";

  /** Everything is written, nothing is committed: the pipeline. */
  String PIPELINE_BEFORE_COMMIT = "pipeline.before-commit";

  /** Committed, nobody told: the pipeline. */
  String PIPELINE_AFTER_COMMIT = "pipeline.after-commit";

  /** Called when the running thread gets to this place. */
  void reached(String place);
}
