package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.Strategy;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.test.util.AopTestUtils;

/** A duplicate is given what the first call returned, whatever type that was. */
class ReplayTest {

  record Line(String sku, BigDecimal price) {}

  record Receipt(String id, List<Line> lines, ZonedDateTime at, Optional<String> note) {}

  enum Color {
    RED {
      @Override
      public String toString() {
        return "rouge";
      }
    }
  }

  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
  @Idempotent(key = "#p0", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.REPLAY)
  @interface Once {}

  /** One method for each type; each would return something else the second time. */
  static class Returns {
    private static final ZonedDateTime AT =
        ZonedDateTime.of(2026, 3, 1, 12, 0, 0, 7, ZoneId.of("Asia/Shanghai"));

    private final AtomicInteger calls = new AtomicInteger();

    private boolean first() {
      return calls.incrementAndGet() == 1;
    }

    @Once
    List<Line> list(String key) {
      return first() ? List.of(new Line("a", new BigDecimal("10.00"))) : List.of();
    }

    @Once
    Map<String, Line> map(String key) {
      return first() ? Map.of("x", new Line("a", new BigDecimal("1E+3"))) : Map.of();
    }

    @Once
    Optional<Line> some(String key) {
      return first() ? Optional.of(new Line("a", BigDecimal.ONE)) : Optional.empty();
    }

    @Once
    Optional<Line> none(String key) {
      return first() ? Optional.empty() : Optional.of(new Line("a", BigDecimal.ONE));
    }

    @Once
    @Nullable String nothing(String key) {
      return first() ? null : "second";
    }

    @Once
    BigDecimal amount(String key) {
      return first() ? new BigDecimal("10.00") : BigDecimal.ZERO;
    }

    @Once
    Instant instant(String key) {
      return first() ? AT.toInstant() : Instant.EPOCH;
    }

    @Once
    ZonedDateTime zoned(String key) {
      return first() ? AT : AT.plusDays(1);
    }

    @Once
    LocalDate[] dates(String key) {
      return first() ? new LocalDate[] {LocalDate.of(2026, 2, 28)} : new LocalDate[0];
    }

    @Once
    Receipt receipt(String key) {
      return first()
          ? new Receipt("r1", List.of(new Line("中", new BigDecimal("0.10"))), AT, Optional.empty())
          : new Receipt("r2", List.of(), AT, Optional.of("second"));
    }

    @Once
    Color color(String key) {
      return first() ? Color.RED : Color.valueOf("NONE");
    }

    @Once
    boolean flag(String key) {
      return first();
    }

    @Once
    byte[] bytes(String key) {
      return first() ? new byte[] {0, -1, 127} : new byte[0];
    }
  }

  @Test
  void theReplayEqualsTheFirstResult() {
    Context.memory()
        .withBean(Returns.class)
        .run(
            context -> {
              Returns bean = context.getBean(Returns.class);
              for (var type : calls(bean).entrySet()) {
                Returns target = AopTestUtils.getTargetObject(bean);
                target.calls.set(0);
                Object first = type.getValue().call();
                Object second = type.getValue().call();
                assertThat(second).as(type.getKey()).isEqualTo(first); // C174
                assertThat(target.calls).as(type.getKey()).hasValue(1);
              }
            });
  }

  private static Map<String, Callable<@Nullable Object>> calls(Returns bean) {
    Map<String, Callable<@Nullable Object>> calls = new LinkedHashMap<>();
    calls.put("list", () -> bean.list("1"));
    calls.put("map", () -> bean.map("1"));
    calls.put("some", () -> bean.some("1"));
    calls.put("none", () -> bean.none("1"));
    calls.put("nothing", () -> bean.nothing("1"));
    calls.put("amount", () -> bean.amount("1"));
    calls.put("instant", () -> bean.instant("1"));
    calls.put("zoned", () -> bean.zoned("1"));
    calls.put("dates", () -> bean.dates("1"));
    calls.put("receipt", () -> bean.receipt("1"));
    calls.put("color", () -> bean.color("1"));
    calls.put("flag", () -> bean.flag("1"));
    calls.put("bytes", () -> bean.bytes("1"));
    return calls;
  }
}
