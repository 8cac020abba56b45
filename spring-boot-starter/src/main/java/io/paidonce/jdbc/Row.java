package io.paidonce.jdbc;

import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Fingerprint;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.Takeover;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table as it stood at the database's time of the statement that read it. Times that
 * do not belong to its state are zero.
 *
 * @param nowMs that time, rounded down, which the others are compared with
 * @param upMs that time, rounded up, as it is written
 */
@SuppressWarnings("ArrayRecordComponent")
record Row(
    Stored stored,
    String owner,
    long fence,
    String fingerprint,
    Takeover takeover,
    String readable,
    long sinceMs,
    long leaseUntilMs,
    long retainUntilMs,
    long archiveUntilMs,
    byte[] outcome,
    String note,
    long nowMs,
    long upMs) {

  /** The columns that {@link #read} reads, as a template of {@link Dialect#sql}. */
  static final String COLUMNS =
      """
      state, owner, fence, fingerprint, takeover, readable, since_at_ms, lease_until_ms,
        retain_until_ms, archive_until_ms, note, {ms} AS now_ms, {up} AS up_ms,
        CASE WHEN retain_until_ms > {ms} THEN outcome END AS outcome""";

  private static final byte[] NONE = {};

  /** What column {@code state} holds; what it means depends on the time. */
  enum Stored {
    IN_PROGRESS("P"),
    COMPLETED("C"),
    IN_DOUBT("D");

    private final String letter;

    Stored(String letter) {
      this.letter = letter;
    }

    private static Stored of(String letter) {
      for (Stored it : values()) {
        if (it.letter.equals(letter)) {
          return it;
        }
      }
      throw new IllegalStateException("no record is in state " + letter);
    }
  }

  static Row read(ResultSet row) throws SQLException {
    byte[] outcome = row.getBytes("outcome");
    return new Row(
        Stored.of(row.getString("state")),
        row.getString("owner"),
        row.getLong("fence"),
        row.getString("fingerprint"),
        takeover(row.getString("takeover")),
        row.getString("readable"),
        row.getLong("since_at_ms"),
        row.getLong("lease_until_ms"),
        row.getLong("retain_until_ms"),
        row.getLong("archive_until_ms"),
        outcome == null ? NONE : outcome,
        row.getString("note"),
        row.getLong("now_ms"),
        row.getLong("up_ms"));
  }

  /** As the column {@code takeover} has it. */
  static String letter(Takeover takeover) {
    return takeover == Takeover.AFTER_LEASE ? "A" : "N";
  }

  private static Takeover takeover(String letter) {
    return letter.equals("A") ? Takeover.AFTER_LEASE : Takeover.NEVER;
  }

  /** Completed so long ago that it counts as absent. */
  boolean gone() {
    return stored == Stored.COMPLETED && archiveUntilMs <= nowMs;
  }

  /** In progress, claimed by this token. */
  boolean claimedBy(String token) {
    return stored == Stored.IN_PROGRESS && owner.equals(token);
  }

  /** Claimed at the very time of the statement that read it. */
  boolean claimedNow() {
    return sinceMs == upMs;
  }

  private State state() {
    return switch (stored) {
      case IN_PROGRESS -> leaseUntilMs > nowMs ? State.IN_PROGRESS : State.LEASE_ENDED;
      case COMPLETED -> retainUntilMs > nowMs ? State.COMPLETED : State.LATE;
      case IN_DOUBT -> State.IN_DOUBT;
    };
  }

  /** The answer to a claim that does not get this key; null if it may be taken. */
  @Nullable Claim refusal(ClaimRequest request) {
    if (gone()) {
      return null;
    }
    Fingerprint asked = request.fingerprint();
    if (asked != null && !fingerprint.isEmpty()) {
      Fingerprint before = Fingerprint.decoded(fingerprint);
      if (!before.matches(asked)) {
        return new Claim.KeyReused(before.differing(asked));
      }
    }
    return switch (state()) {
      case COMPLETED -> new Claim.Replay(outcome, Instant.ofEpochMilli(sinceMs));
      case LATE -> new Claim.Late(Instant.ofEpochMilli(sinceMs));
      case IN_PROGRESS ->
          claimedBy(request.owner())
              ? null
              : new Claim.InProgress(Duration.ofMillis(leaseUntilMs - upMs));
      case LEASE_ENDED ->
          takeover == Takeover.AFTER_LEASE || request.resolving()
              ? null
              : new Claim.InDoubt("", Instant.ofEpochMilli(leaseUntilMs));
      case IN_DOUBT ->
          request.resolving() ? null : new Claim.InDoubt(note, Instant.ofEpochMilli(sinceMs));
    };
  }

  RecordView view() {
    Long until =
        switch (state()) {
          case IN_PROGRESS, LEASE_ENDED -> Long.valueOf(leaseUntilMs);
          case COMPLETED -> Long.valueOf(retainUntilMs);
          case LATE -> Long.valueOf(archiveUntilMs);
          case IN_DOUBT -> null;
        };
    return new RecordView(
        readable,
        state(),
        owner,
        fence,
        Instant.ofEpochMilli(sinceMs),
        until == null ? null : Instant.ofEpochMilli(until),
        note);
  }
}
