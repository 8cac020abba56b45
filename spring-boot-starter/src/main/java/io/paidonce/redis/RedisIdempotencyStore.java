package io.paidonce.redis;

import io.lettuce.core.RedisURI;
import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.Fingerprint;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Takeover;
import io.paidonce.Ticket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims in Redis, standalone or Cluster: each step is one script, by the server's clock.
 *
 * <p>Redis may forget: a failover loses what was not replicated, a flush everything, and an
 * eviction policy other than {@code noeviction} at will. A claim that was forgotten is given again,
 * with a higher fence all the same, since fences come from the clock: a write that checks the fence
 * refuses the earlier owner. Effect once is promised only with a record in the database behind it.
 *
 * <p>The keys of one claim are taken one after the other, in one order for all, since they may be
 * on different nodes; a crash in between leaves claims that end with their leases, and no work has
 * run. Later steps look at all keys before they change the first; a key that is lost between the
 * two, by a lease that just ends, leaves the others changed. Thread-safe.
 */
public final class RedisIdempotencyStore implements IdempotencyStore, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RedisIdempotencyStore.class);
  private static final Duration START_PATIENCE = Duration.ofSeconds(5);
  private static final byte[] EMPTY = {};

  private final RedisAccess access;
  private final String prefix;
  private final Duration budget;

  RedisIdempotencyStore(RedisAccess access, String prefix, Duration budget) {
    this.access = access;
    this.prefix = prefix;
    this.budget = budget;
  }

  /**
   * Claims in one server, over a connection of their own; close it after use.
   *
   * @param prefix of every key, without braces
   * @param budget how long a call may take, whatever the number of its keys, before Redis counts as
   *     unavailable
   */
  public static RedisIdempotencyStore standalone(RedisURI uri, String prefix, Duration budget) {
    return opened(LettuceAccess.standalone(uri, budget), prefix, budget);
  }

  /** The same in a Cluster, of which these nodes are known. */
  public static RedisIdempotencyStore cluster(
      List<RedisURI> nodes, String prefix, Duration budget) {
    return opened(LettuceAccess.cluster(nodes, budget), prefix, budget);
  }

  /** Waits a while for the connection, so that no node begins by claiming elsewhere. */
  static RedisIdempotencyStore opened(RedisAccess access, String prefix, Duration budget) {
    RedisIdempotencyStore store = new RedisIdempotencyStore(access, prefix, budget);
    var unused = store.warmUp(START_PATIENCE);
    return store;
  }

  /**
   * Connects, before the first claim needs it.
   *
   * @return whether Redis has answered
   */
  boolean warmUp(Duration patience) {
    try {
      IdempotencyKey key = IdempotencyKey.of("paidonce", "warm-up");
      var unused = RedisScripts.within(patience, access, name()).run(Script.FIND, keys(key));
      return true;
    } catch (StoreUnavailableException e) {
      LOG.warn(
          "event=redis.not_connected claims in Redis fall back until it answers: {}", e.toString());
      return false;
    }
  }

  @Override
  public String name() {
    return "redis";
  }

  @Override
  public Set<Mode> modes() {
    return Set.of(Mode.LEASE);
  }

  @Override
  public Claim claim(ClaimRequest request) {
    Objects.requireNonNull(request, "request");
    List<IdempotencyKey> taken = new ArrayList<>();
    RedisScripts scripts = scripts();
    try {
      Claim claim = claimAll(scripts, request, taken);
      if (!(claim instanceof Claim.Acquired)) {
        abandon(scripts, request.owner(), taken);
      }
      return claim;
    } catch (StoreUnavailableException e) {
      abandonAfter(e, scripts, request.owner(), taken);
      throw e;
    }
  }

  /** For one call, which begins now. */
  private RedisScripts scripts() {
    return RedisScripts.within(budget, access, name());
  }

  /**
   * Claims key by key.
   *
   * @param taken collects the keys that may be claimed by now
   */
  private Claim claimAll(RedisScripts scripts, ClaimRequest request, List<IdempotencyKey> taken) {
    long fence = 0;
    for (IdempotencyKey key : request.keys()) {
      taken.add(key);
      Claim claim = claimOne(scripts, request, key);
      if (!(claim instanceof Claim.Acquired acquired)) {
        taken.remove(key);
        return claim;
      }
      fence = Math.max(fence, acquired.ticket().fence());
    }
    if (request.keys().size() > 1) {
      for (IdempotencyKey key : request.keys()) {
        List<byte[]> aligned =
            scripts.run(Script.ALIGN, keys(key), ascii(request.owner()), number(fence));
        if (!text(aligned, 0).equals("1")) {
          return new Claim.InProgress(Duration.ZERO); // another has taken it meanwhile
        }
      }
    }
    return new Claim.Acquired(new Ticket(request.keys(), request.owner(), fence));
  }

  private Claim claimOne(RedisScripts scripts, ClaimRequest request, IdempotencyKey key) {
    Fingerprint fingerprint = request.fingerprint();
    List<byte[]> answer =
        scripts.run(
            Script.CLAIM,
            keys(key),
            ascii(request.owner()),
            fingerprint == null ? EMPTY : ascii(fingerprint.encoded()),
            millis(request.lease()),
            ascii(request.takeover() == Takeover.AFTER_LEASE ? "L" : "N"),
            ascii(request.resolving() ? "1" : "0"),
            key.readable().getBytes(StandardCharsets.UTF_8));
    return switch (text(answer, 0)) {
      case "A" ->
          new Claim.Acquired(new Ticket(request.keys(), request.owner(), longAt(answer, 1)));
      case "P" -> new Claim.InProgress(Duration.ofMillis(longAt(answer, 1)));
      case "C" -> new Claim.Replay(answer.get(2), instantAt(answer, 1));
      case "L" -> new Claim.Late(instantAt(answer, 1));
      case "D" -> new Claim.InDoubt(text(answer, 2), instantAt(answer, 1));
      case "R" -> reused(Fingerprint.decoded(text(answer, 1)), fingerprint);
      default -> throw new IllegalStateException("a claim was answered by " + text(answer, 0));
    };
  }

  private static Claim reused(Fingerprint before, @Nullable Fingerprint asked) {
    return new Claim.KeyReused(asked == null ? Set.of() : before.differing(asked));
  }

  /** A claim that was not answered may still be made; this comes behind it and takes it back. */
  private void abandonAfter(
      StoreUnavailableException cause,
      RedisScripts scripts,
      String owner,
      List<IdempotencyKey> taken) {
    try {
      abandon(scripts, owner, taken);
    } catch (StoreUnavailableException e) {
      cause.addSuppressed(e);
    }
  }

  private void abandon(RedisScripts scripts, String owner, List<IdempotencyKey> taken) {
    for (IdempotencyKey key : taken) {
      scripts.later(Script.RELEASE, keys(key), ascii(owner), EMPTY);
    }
  }

  @Override
  public boolean renew(Ticket ticket, Duration lease) {
    RedisScripts scripts = scripts();
    return ownsAll(scripts, ticket, "P") && all(scripts, ticket, Script.RENEW, millis(lease));
  }

  /** The primary key, which has the outcome, is completed last: before it, nothing is replayed. */
  @Override
  public boolean complete(Ticket ticket, Completion completion) {
    byte[] outcome = completion.outcome();
    if (outcome.length > Completion.OUTCOME_BYTES_MAX) {
      throw new IllegalArgumentException("an outcome of " + outcome.length + " bytes is too large");
    }
    RedisScripts scripts = scripts();
    if (!ownsAll(scripts, ticket, "PDC")) {
      return false;
    }
    byte[] retention = millis(completion.retention());
    byte[] archive = millis(completion.archive());
    for (int i = ticket.keys().size() - 1; i >= 0; i--) {
      IdempotencyKey key = ticket.keys().get(i);
      byte[] kept = i == 0 ? outcome : EMPTY;
      if (!one(scripts, ticket, key, Script.COMPLETE, retention, archive, kept)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean release(Ticket ticket) {
    RedisScripts scripts = scripts();
    return ownsAll(scripts, ticket, "PD") && all(scripts, ticket, Script.RELEASE);
  }

  @Override
  public boolean doubt(Ticket ticket, String note) {
    RedisScripts scripts = scripts();
    byte[] bytes = RecordView.note(note).getBytes(StandardCharsets.UTF_8);
    return ownsAll(scripts, ticket, "PD") && all(scripts, ticket, Script.DOUBT, bytes);
  }

  /**
   * Whether every one of several keys is still this ticket's, so that nothing is changed if not. A
   * single key needs no such look: its own step decides.
   */
  private boolean ownsAll(RedisScripts scripts, Ticket ticket, String states) {
    return ticket.keys().size() == 1
        || ticket.keys().stream()
            .allMatch(key -> one(scripts, ticket, key, Script.OWNED, ascii(states)));
  }

  private boolean all(RedisScripts scripts, Ticket ticket, Script script, byte[]... arguments) {
    boolean all = true;
    for (IdempotencyKey key : ticket.keys()) {
      all &= one(scripts, ticket, key, script, arguments);
    }
    return all;
  }

  private boolean one(
      RedisScripts scripts, Ticket ticket, IdempotencyKey key, Script script, byte[]... arguments) {
    byte[][] all = new byte[arguments.length + 2][];
    all[0] = ascii(ticket.owner());
    all[1] = number(ticket.fence());
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return text(scripts.run(script, keys(key), all), 0).equals("1");
  }

  @Override
  public Optional<RecordView> find(IdempotencyKey key) {
    List<byte[]> row = scripts().run(Script.FIND, keys(key));
    return row.isEmpty() ? Optional.empty() : view(row);
  }

  private static Optional<RecordView> view(List<byte[]> row) {
    long now = longAt(row, 9);
    long lease = longAt(row, 4);
    long retain = longAt(row, 5);
    long archive = longAt(row, 6);
    State state =
        switch (text(row, 0)) {
          case "P" -> lease > now ? State.IN_PROGRESS : State.LEASE_ENDED;
          case "C" -> retain > now ? State.COMPLETED : State.LATE;
          default -> State.IN_DOUBT;
        };
    if (state == State.LATE && archive <= now) {
      return Optional.empty();
    }
    Instant until =
        switch (state) {
          case IN_PROGRESS, LEASE_ENDED -> Instant.ofEpochMilli(lease);
          case COMPLETED -> Instant.ofEpochMilli(retain);
          case LATE -> Instant.ofEpochMilli(archive);
          case IN_DOUBT -> null;
        };
    return Optional.of(
        new RecordView(
            text(row, 8),
            state,
            text(row, 1),
            longAt(row, 2),
            instantAt(row, 3),
            until,
            text(row, 7)));
  }

  @Override
  public Freed free(IdempotencyKey key, boolean force) {
    return Freed.valueOf(text(scripts().run(Script.FREE, keys(key), ascii(force ? "1" : "0")), 0));
  }

  /** Nothing to do: Redis removes what is past its time by itself. */
  @Override
  public int purge(int recordsMax) {
    return 0;
  }

  @Override
  public void close() {
    access.close();
  }

  /** Record and outcome; the braces put both on one node. */
  private byte[][] keys(IdempotencyKey key) {
    String record = prefix + "{" + key.sha256Hex() + "}";
    return new byte[][] {ascii(record), ascii(record + ":o")};
  }

  /** Whole milliseconds, rounded up, so that nothing ends before its time or is kept for none. */
  private static byte[] millis(Duration duration) {
    return number(duration.plusMillis(1).minusNanos(1).toMillis());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] number(long number) {
    return ascii(Long.toString(number));
  }

  private static String text(List<byte[]> answer, int index) {
    return new String(answer.get(index), StandardCharsets.UTF_8);
  }

  private static long longAt(List<byte[]> answer, int index) {
    return Long.parseLong(text(answer, index));
  }

  private static Instant instantAt(List<byte[]> answer, int index) {
    return Instant.ofEpochMilli(longAt(answer, index));
  }
}
