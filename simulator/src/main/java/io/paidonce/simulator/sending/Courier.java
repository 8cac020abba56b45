package io.paidonce.simulator.sending;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.Signed;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Delivers one notice the way its provider does: again and again, on the schedule, until the exact
 * success answer comes or the schedule ends. Blocks its thread between attempts.
 */
public final class Courier {

  private final Sender sender;
  private final Clock clock;
  private final Pacer pacer;
  private final int compression;

  /**
   * A courier whose day is {@code compression} times shorter than the provider's; 3000 makes it
   * half a minute.
   */
  public Courier(Sender sender, Clock clock, Pacer pacer, int compression) {
    this.sender = sender;
    this.clock = clock;
    this.pacer = pacer;
    this.compression = compression;
  }

  /**
   * Sends {@code copies} copies at the same instant, then whatever is still unanswered by schedule.
   *
   * @return whether one copy got the success answer
   */
  public boolean deliver(URI url, Dialect dialect, String subject, Notice notice, int copies)
      throws InterruptedException {
    if (once(url, dialect, subject, notice, copies)) {
      return true;
    }
    for (Duration gap : RetrySchedule.of(dialect).compressed(compression).gaps()) {
      pacer.pause(gap);
      if (once(url, dialect, subject, notice, 1)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Sends what nobody should accept, and repeats by schedule only while there is no real answer: no
   * connection, or 503.
   */
  public Attempt insist(URI url, Dialect dialect, String subject, Notice notice)
      throws InterruptedException {
    Attempt attempt = probe(url, dialect, subject, notice);
    for (Duration gap : RetrySchedule.of(dialect).compressed(compression).gaps()) {
      if (attempt.verdict() != Verdict.NO_ANSWER && attempt.verdict() != Verdict.UNAVAILABLE) {
        break;
      }
      pacer.pause(gap);
      attempt = probe(url, dialect, subject, notice);
    }
    return attempt;
  }

  private Attempt probe(URI url, Dialect dialect, String subject, Notice notice)
      throws InterruptedException {
    return sender.send(url, dialect, subject, notice.signedAt(clock.instant()));
  }

  private boolean once(URI url, Dialect dialect, String subject, Notice notice, int copies)
      throws InterruptedException {
    if (copies == 1) {
      return probe(url, dialect, subject, notice).verdict() == Verdict.ACCEPTED;
    }
    List<Signed> messages = new ArrayList<>();
    for (int i = 0; i < copies; i++) {
      messages.add(notice.signedAt(clock.instant()));
    }
    return sender.sendTogether(url, dialect, subject, messages).stream()
        .anyMatch(attempt -> attempt.verdict() == Verdict.ACCEPTED);
  }
}
