package io.paidonce;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of some work under a claim: what the work may ask about it.
 *
 * <p>The claim counts as lost as soon as its lease could have run out by this process' own
 * monotonic clock without having been renewed, or a renewal was refused. Thread-safe; {@link
 * #current()} is of the calling thread only.
 */
public final class Execution {

  private static final ThreadLocal<Execution> CURRENT = new ThreadLocal<>();

  private final Ticket ticket;
  private final boolean unbounded;
  private volatile long deadlineNanos;
  private volatile boolean lost;
  private volatile boolean answeredInside;
  private @Nullable Execution enclosing;

  Execution(Ticket ticket, long deadlineNanos, boolean unbounded) {
    this.ticket = ticket;
    this.deadlineNanos = deadlineNanos;
    this.unbounded = unbounded;
  }

  /** The innermost execution that this thread is in. */
  public static Optional<Execution> current() {
    return Optional.ofNullable(CURRENT.get());
  }

  /**
   * Checks all executions that this thread is in, from the innermost out.
   *
   * @throws OwnershipLostException if any of them has lost its claim
   */
  public static void checkpointAll() {
    for (Execution it = CURRENT.get(); it != null; it = it.enclosing) {
      it.checkpoint();
    }
  }

  /** The claim's primary key. */
  public IdempotencyKey key() {
    return ticket.primary();
  }

  /**
   * A number greater than that of every earlier owner of this key. A business write that keeps the
   * greatest fence it has seen, and refuses a smaller one, refuses late owners.
   */
  public long fence() {
    return ticket.fence();
  }

  /** Whether the claim is no longer held, as far as this process can know. */
  public boolean lost() {
    return lost || (!unbounded && System.nanoTime() - deadlineNanos >= 0);
  }

  /**
   * To be called before each effect of long work.
   *
   * @throws OwnershipLostException if the claim is lost
   */
  public void checkpoint() {
    if (lost()) {
      throw new OwnershipLostException(ticket.primary().readable(), ticket.fence());
    }
  }

  Ticket ticket() {
    return ticket;
  }

  void renewedUntil(long nanos) {
    deadlineNanos = nanos;
  }

  /** A template further inside has answered for the work, which then did not run. */
  void answeredInside() {
    answeredInside = true;
  }

  boolean wasAnsweredInside() {
    return answeredInside;
  }

  void lose() {
    lost = true;
  }

  void enter() {
    enclosing = CURRENT.get();
    CURRENT.set(this);
  }

  void leave() {
    if (enclosing == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(enclosing);
    }
  }
}
