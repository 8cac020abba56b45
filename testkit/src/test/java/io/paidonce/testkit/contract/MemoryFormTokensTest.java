package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.FormTokens;
import io.paidonce.MemoryFormTokens;
import io.paidonce.StoreUnavailableException;
import io.paidonce.testkit.ManualClock;
import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Form tokens in memory. */
class MemoryFormTokensTest {

  @Nested
  class Contract extends FormTokensContract {
    @Override
    protected FormTokensFixture open() {
      ManualClock clock = ManualClock.at(Instant.parse("2026-01-01T00:00:00Z"));
      MemoryFormTokens tokens = new MemoryFormTokens(clock);
      return new FormTokensFixture() {
        @Override
        public FormTokens tokens() {
          return tokens;
        }

        @Override
        public FormTokens otherNode() {
          return tokens;
        }

        @Override
        public void age(Duration duration) {
          clock.forward(duration);
        }

        @Override
        public String stored() {
          try {
            Field field = MemoryFormTokens.class.getDeclaredField("issued");
            field.setAccessible(true);
            return String.valueOf(field.get(tokens));
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }

        @Override
        public void close() {}
      };
    }
  }

  @Test
  void aFullMemoryIssuesNoneUntilOneIsPastItsTime() {
    ManualClock clock = ManualClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    MemoryFormTokens tokens = new MemoryFormTokens(clock);
    String first = tokens.issue("s", Duration.ofMinutes(1));
    for (int i = 1; i < MemoryFormTokens.TOKENS_MAX; i++) {
      tokens.issue("s", Duration.ofHours(1));
    }
    assertThatThrownBy(() -> tokens.issue("s", Duration.ofHours(1)))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(tokens.consume(first, "s")).isEqualTo(FormTokens.Consumed.CONSUMED);
    clock.forward(Duration.ofMinutes(1));
    assertThat(tokens.issue("s", Duration.ofHours(1))).hasSize(43);
    assertThat(tokens.giveBack(first, "s")).isFalse();
  }
}
