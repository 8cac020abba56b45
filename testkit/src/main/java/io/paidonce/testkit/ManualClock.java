package io.paidonce.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * A clock that stands still until a test moves it.
 *
 * <p>Thread-safe: a move is seen by every later reading. Clocks made by {@link #withZone} share the
 * time of this one.
 */
public final class ManualClock extends Clock {

  private static final class Hand {
    private Instant instant;

    Hand(Instant instant) {
      this.instant = instant;
    }

    synchronized Instant get() {
      return instant;
    }

    synchronized void set(Instant next) {
      instant = next;
    }

    synchronized Instant forward(Duration duration) {
      instant = instant.plus(duration);
      return instant;
    }
  }

  private final Hand hand;
  private final ZoneId zone;

  private ManualClock(Hand hand, ZoneId zone) {
    this.hand = hand;
    this.zone = zone;
  }

  /** A clock that shows this instant, in UTC. */
  public static ManualClock at(Instant start) {
    return new ManualClock(new Hand(start), ZoneOffset.UTC);
  }

  /** Moves the clock and returns what it shows now; a negative duration moves it back. */
  public Instant forward(Duration duration) {
    return hand.forward(duration);
  }

  /** Sets the clock to this instant, which may lie before the present one. */
  public void set(Instant instant) {
    hand.set(instant);
  }

  @Override
  public Instant instant() {
    return hand.get();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  @Override
  public ManualClock withZone(ZoneId other) {
    return new ManualClock(hand, other);
  }
}
