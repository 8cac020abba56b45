package io.paidonce;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a store knows of a key, for a person who looks for the reason of an answer. Times are the
 * store's.
 *
 * @param readable the key for people
 * @param note why it is in doubt, or empty
 * @param until end of the lease, of the retention or of the archive, as the state has it; null in
 *     doubt
 */
public record RecordView(
    String readable,
    State state,
    String owner,
    long fence,
    Instant since,
    @Nullable Instant until,
    String note) {

  /** Longest note, in characters. */
  public static final int NOTE_LENGTH_MAX = 200;

  /** The states of a record; absent is no record. */
  public enum State {
    IN_PROGRESS,
    /** In progress, and past its lease: the next claim takes it over or puts it in doubt. */
    LEASE_ENDED,
    COMPLETED,
    IN_DOUBT,
    LATE
  }

  /** A note cut to its limit, and not within a character. */
  public static String note(String text) {
    if (text.length() <= NOTE_LENGTH_MAX) {
      return text;
    }
    boolean within = Character.isHighSurrogate(text.charAt(NOTE_LENGTH_MAX - 1));
    return text.substring(0, within ? NOTE_LENGTH_MAX - 1 : NOTE_LENGTH_MAX);
  }
}
