package io.paidonce.testkit.contract.specimen;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that can be moved forward, and that a careless store reads with its client's skew. */
public final class ServerClock extends Clock {

  private final Clock machine = Clock.systemUTC();
  private volatile Duration moved = Duration.ZERO;
  private volatile Duration skew = Duration.ZERO;

  void forward(Duration by) {
    moved = moved.plus(by);
  }

  void skewed(Duration by) {
    skew = by;
  }

  @Override
  public Instant instant() {
    return machine.instant().plus(moved).plus(skew);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("this clock has one zone");
  }
}
