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
 * A stored record, and the database's time when it was read.
 *
 * @param state {@code P} in progress, {@code C} completed, {@code D} in doubt
 */
@SuppressWarnings("ArrayRecordComponent")
record RecordRow(
    String readable,
    String state,
    String owner,
    long fence,
    String fingerprint,
    boolean takeover,
    long sinceMs,
    long leaseUntilMs,
    long retainUntilMs,
    long archiveUntilMs,
    byte[] outcome,
    String note,
    long nowMs) {

  static RecordRow of(ResultSet row) throws SQLException {
    byte[] outcome = row.getBytes("outcome");
    return new RecordRow(
        row.getString("readable"),
        row.getString("state"),
        row.getString("owner"),
        row.getLong("fence"),
        row.getString("fingerprint"),
        row.getString("takeover").equals("L"),
        row.getLong("since_at_ms"),
        row.getLong("lease_until_ms"),
        row.getLong("retain_until_ms"),
        row.getLong("archive_until_ms"),
        outcome == null ? new byte[0] : outcome,
        row.getString("note"),
        row.getLong("now_ms"));
  }

  static String letter(Takeover takeover) {
    return takeover == Takeover.AFTER_LEASE ? "L" : "N";
  }

  boolean isClaimOf(ClaimRequest request) {
    return state.equals("P") && owner.equals(request.owner());
  }

  private boolean gone() {
    return state.equals("C") && archiveUntilMs <= nowMs;
  }

  /** The answer to this request, or null if the record may be taken over. */
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
    return switch (at()) {
      case COMPLETED -> new Claim.Replay(outcome, instant(sinceMs));
      case LATE -> new Claim.Late(instant(sinceMs));
      case IN_PROGRESS -> new Claim.InProgress(Duration.ofMillis(leaseUntilMs - nowMs));
      case LEASE_ENDED ->
          takeover || request.resolving() ? null : new Claim.InDoubt("", instant(leaseUntilMs));
      case IN_DOUBT -> request.resolving() ? null : new Claim.InDoubt(note, instant(sinceMs));
    };
  }

  private State at() {
    return switch (state) {
      case "P" -> leaseUntilMs > nowMs ? State.IN_PROGRESS : State.LEASE_ENDED;
      case "C" -> retainUntilMs > nowMs ? State.COMPLETED : State.LATE;
      case "D" -> State.IN_DOUBT;
      default -> throw new IllegalStateException("a record in the unknown state " + state);
    };
  }

  /** For people; null if it is past its time. */
  @Nullable RecordView view() {
    if (gone()) {
      return null;
    }
    State now = at();
    Instant until =
        switch (now) {
          case IN_PROGRESS, LEASE_ENDED -> instant(leaseUntilMs);
          case COMPLETED -> instant(retainUntilMs);
          case LATE -> instant(archiveUntilMs);
          case IN_DOUBT -> null;
        };
    return new RecordView(readable, now, owner, fence, instant(sinceMs), until, note);
  }

  private static Instant instant(long ms) {
    return Instant.ofEpochMilli(ms);
  }
}
