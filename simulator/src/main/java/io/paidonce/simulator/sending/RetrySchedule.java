package io.paidonce.simulator.sending;

import io.paidonce.simulator.Dialect;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The waits between one attempt and the next until the success answer comes; after the last one the
 * provider gives up for good.
 */
public record RetrySchedule(List<Duration> gaps) {

  private static final RetrySchedule ALIPAY =
      ofSeconds(240, 600, 600, 3_600, 7_200, 21_600, 54_000);
  private static final RetrySchedule WECHATPAY =
      ofSeconds(
          15, 15, 30, 180, 600, 1_200, 1_800, 1_800, 1_800, 3_600, 10_800, 10_800, 10_800, 21_600,
          21_600);

  public RetrySchedule {
    gaps = List.copyOf(gaps);
  }

  /** The dialect's published schedule; about a day long. */
  public static RetrySchedule of(Dialect dialect) {
    return dialect == Dialect.ALIPAY ? ALIPAY : WECHATPAY;
  }

  /** The same schedule on a clock that runs {@code factor} times as fast. */
  public RetrySchedule compressed(int factor) {
    return new RetrySchedule(gaps.stream().map(gap -> gap.dividedBy(factor)).toList());
  }

  /** From the first attempt to the last. */
  public Duration total() {
    return gaps.stream().reduce(Duration.ZERO, Duration::plus);
  }

  private static RetrySchedule ofSeconds(Integer... seconds) {
    return new RetrySchedule(Stream.of(seconds).map(Duration::ofSeconds).toList());
  }
}
