package io.paidonce.hub.gate;

import java.util.concurrent.CompletableFuture;

/**
 * Remembers, for a while, which notifications are in the inbox, so that a repeat need not ask the
 * database.
 *
 * <p>It never decides anything: a forgotten key costs one look into the database, and a key is
 * remembered only after its commit. Whatever is wrong with it counts as {@link Look#FALLBACK}.
 * Thread-safe.
 */
public interface Gate extends AutoCloseable {

  /** What the gate knows of a key. */
  enum Look {
    /** It is committed: answer success. */
    DONE,
    /** Not known here: ask the database. */
    ABSENT,
    /** The gate did not answer in time: ask the database. */
    FALLBACK
  }

  /** Looks a key up; completes within the gate's budget, never exceptionally. */
  CompletableFuture<Look> look(String key);

  /** Remembers a key whose commit has happened; returns at once, and may fail unseen. */
  void done(String key);

  @Override
  default void close() {}
}
