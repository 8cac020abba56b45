package io.paidonce;

import io.paidonce.RecordView.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Claims in the memory of one process: for tests, and for work that only this process repeats. All
 * is forgotten when it ends.
 *
 * <p>Never drops a record in progress to make room; beyond {@value #RECORDS_MAX} records a claim is
 * refused as unavailable.
 */
public final class MemoryIdempotencyStore implements IdempotencyStore {

  /** Most records; the ones past their time are removed before it is reached. */
  public static final int RECORDS_MAX = 100_000;

  private static final int PURGE_EVERY = 1_000;

  private static final byte[] NONE = {};

  private record Row(
      String readable,
      State state,
      String owner,
      long fence,
      @Nullable Fingerprint fingerprint,
      Takeover takeover,
      Instant since,
      Instant leaseUntil,
      byte[] outcome,
      Instant retainUntil,
      Instant archiveUntil,
      String note) {

    private static Row claimed(IdempotencyKey key, ClaimRequest request, long fence, Instant now) {
      Instant end = now.plus(request.lease());
      return new Row(
          key.readable(),
          State.IN_PROGRESS,
          request.owner(),
          fence,
          request.fingerprint(),
          request.takeover(),
          now,
          end,
          NONE,
          end,
          end,
          "");
    }

    Row renewed(Instant until) {
      return new Row(
          readable,
          state,
          owner,
          fence,
          fingerprint,
          takeover,
          since,
          until,
          NONE,
          until,
          until,
          note);
    }

    Row completed(byte[] result, Instant now, Completion completion) {
      Instant retain = now.plus(completion.retention());
      Instant archive = retain.plus(completion.archive());
      return new Row(
          readable,
          State.COMPLETED,
          owner,
          fence,
          fingerprint,
          takeover,
          now,
          now,
          result,
          retain,
          archive,
          "");
    }

    Row doubted(Instant now, String why) {
      return new Row(
          readable,
          State.IN_DOUBT,
          owner,
          fence,
          fingerprint,
          takeover,
          now,
          now,
          NONE,
          now,
          now,
          RecordView.note(why));
    }

    boolean belongsTo(Ticket ticket) {
      return owner.equals(ticket.owner()) && fence == ticket.fence();
    }

    State at(Instant now) {
      return switch (state) {
        case COMPLETED -> now.isBefore(retainUntil) ? State.COMPLETED : State.LATE;
        case IN_PROGRESS -> now.isBefore(leaseUntil) ? State.IN_PROGRESS : State.LEASE_ENDED;
        case IN_DOUBT, LATE, LEASE_ENDED -> state;
      };
    }

    boolean gone(Instant now) {
      return state == State.COMPLETED && !now.isBefore(archiveUntil);
    }
  }

  private final Clock clock;
  private final Map<IdempotencyKey, Row> rows = new HashMap<>();
  private int claimsSincePurge;
  private long lastFence;

  /** A store whose clock this is. */
  public MemoryIdempotencyStore(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Set<Mode> modes() {
    return Set.of(Mode.LEASE);
  }

  @Override
  public synchronized Claim claim(ClaimRequest request) {
    Instant now = clock.instant();
    makeRoom(request.keys().size());
    boolean ours = true;
    for (IdempotencyKey key : request.keys()) {
      Claim refused = refused(rows.get(key), request, now);
      if (refused != null) {
        return refused;
      }
      Row row = rows.get(key);
      ours &= row != null && row.owner().equals(request.owner());
    }
    long fence = ours ? fenceOf(request) : nextFence(now);
    for (IdempotencyKey key : request.keys()) {
      rows.put(key, Row.claimed(key, request, fence, now));
    }
    return new Claim.Acquired(new Ticket(request.keys(), request.owner(), fence));
  }

  private long fenceOf(ClaimRequest request) {
    Row row = rows.get(request.keys().get(0));
    return row == null ? nextFence(clock.instant()) : row.fence();
  }

  private long nextFence(Instant now) {
    lastFence = Math.max(lastFence + 1, ChronoUnit.MICROS.between(Instant.EPOCH, now));
    return lastFence;
  }

  private static @Nullable Claim refused(@Nullable Row row, ClaimRequest request, Instant now) {
    if (row == null || row.gone(now)) {
      return null;
    }
    Fingerprint before = row.fingerprint();
    Fingerprint asked = request.fingerprint();
    if (before != null && asked != null && !before.matches(asked)) {
      return new Claim.KeyReused(before.differing(asked));
    }
    return switch (row.at(now)) {
      case COMPLETED -> new Claim.Replay(row.outcome().clone(), row.since());
      case LATE -> new Claim.Late(row.since());
      case IN_PROGRESS ->
          row.owner().equals(request.owner())
              ? null
              : new Claim.InProgress(Duration.between(now, row.leaseUntil()));
      case LEASE_ENDED ->
          row.takeover() == Takeover.AFTER_LEASE || request.resolving()
              ? null
              : new Claim.InDoubt("", row.leaseUntil());
      case IN_DOUBT -> request.resolving() ? null : new Claim.InDoubt(row.note(), row.since());
    };
  }

  private void makeRoom(int more) {
    claimsSincePurge++;
    if (claimsSincePurge >= PURGE_EVERY || rows.size() + more > RECORDS_MAX) {
      claimsSincePurge = 0;
      purge(RECORDS_MAX);
    }
    if (rows.size() + more > RECORDS_MAX) {
      throw new StoreUnavailableException(
          name(), "claim", new IllegalStateException("there are " + rows.size() + " records"));
    }
  }

  @Override
  public synchronized boolean renew(Ticket ticket, Duration lease) {
    if (!owns(ticket, Set.of(State.IN_PROGRESS))) {
      return false;
    }
    Instant until = clock.instant().plus(lease);
    ticket.keys().forEach(key -> rows.computeIfPresent(key, (k, row) -> row.renewed(until)));
    return true;
  }

  @Override
  public synchronized boolean complete(Ticket ticket, Completion completion) {
    byte[] outcome = completion.outcome();
    if (outcome.length > Completion.OUTCOME_BYTES_MAX) {
      throw new IllegalArgumentException("an outcome of " + outcome.length + " bytes is too large");
    }
    if (owns(ticket, Set.of(State.COMPLETED))) {
      return true;
    }
    if (!owns(ticket, Set.of(State.IN_PROGRESS, State.IN_DOUBT))) {
      return false;
    }
    Instant now = clock.instant();
    for (IdempotencyKey key : ticket.keys()) {
      byte[] result = key.equals(ticket.primary()) ? outcome.clone() : NONE;
      rows.computeIfPresent(key, (k, row) -> row.completed(result, now, completion));
    }
    return true;
  }

  @Override
  public synchronized boolean release(Ticket ticket) {
    if (!owns(ticket, Set.of(State.IN_PROGRESS, State.IN_DOUBT))) {
      return false;
    }
    ticket.keys().forEach(rows::remove);
    return true;
  }

  @Override
  public synchronized boolean doubt(Ticket ticket, String note) {
    if (!owns(ticket, Set.of(State.IN_PROGRESS, State.IN_DOUBT))) {
      return false;
    }
    Instant now = clock.instant();
    ticket.keys().forEach(key -> rows.computeIfPresent(key, (k, row) -> row.doubted(now, note)));
    return true;
  }

  private boolean owns(Ticket ticket, Set<State> states) {
    List<IdempotencyKey> keys = ticket.keys();
    return keys.stream()
        .map(rows::get)
        .allMatch(row -> row != null && row.belongsTo(ticket) && states.contains(row.state()));
  }

  @Override
  public synchronized Optional<RecordView> find(IdempotencyKey key) {
    Instant now = clock.instant();
    return Optional.ofNullable(rows.get(key))
        .filter(row -> !row.gone(now))
        .map(row -> view(row, row.at(now)));
  }

  private static RecordView view(Row row, State state) {
    Instant until =
        switch (state) {
          case IN_PROGRESS, LEASE_ENDED -> row.leaseUntil();
          case COMPLETED -> row.retainUntil();
          case LATE -> row.archiveUntil();
          case IN_DOUBT -> null;
        };
    return new RecordView(
        row.readable(), state, row.owner(), row.fence(), row.since(), until, row.note());
  }

  @Override
  public synchronized Freed free(IdempotencyKey key, boolean force) {
    Optional<RecordView> record = find(key);
    if (record.isEmpty()) {
      return Freed.ABSENT;
    }
    State state = record.get().state();
    if (!force && state != State.LEASE_ENDED && state != State.IN_DOUBT) {
      return Freed.HELD;
    }
    rows.remove(key);
    return Freed.FREED;
  }

  @Override
  public synchronized int purge(int recordsMax) {
    Instant now = clock.instant();
    List<IdempotencyKey> gone =
        rows.entrySet().stream()
            .filter(entry -> entry.getValue().gone(now))
            .limit(recordsMax)
            .map(Map.Entry::getKey)
            .toList();
    gone.forEach(rows::remove);
    return gone.size();
  }
}
