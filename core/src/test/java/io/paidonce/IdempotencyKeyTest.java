package io.paidonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {

  @Test
  void partsAreLengthPrefixed() { // S35, C171
    assertThat(IdempotencyKey.of("s", "ab", "c").sha256Hex())
        .isNotEqualTo(IdempotencyKey.of("s", "a", "bc").sha256Hex())
        .isNotEqualTo(IdempotencyKey.of("s", "abc").sha256Hex())
        .isNotEqualTo(IdempotencyKey.of("sa", "b", "c").sha256Hex());
  }

  @Test
  void keysThatDifferOnlyInCaseBlankOrAccentDiffer() {
    String key = IdempotencyKey.of("order", "T1").sha256Hex();
    assertThat(IdempotencyKey.of("order", "t1").sha256Hex()).isNotEqualTo(key);
    assertThat(IdempotencyKey.of("order", "T1 ").sha256Hex()).isNotEqualTo(key);
    assertThat(IdempotencyKey.of("order", "T\u00ed").sha256Hex())
        .isNotEqualTo(IdempotencyKey.of("order", "Ti").sha256Hex());
  }

  @Test
  void digestIsStableAcrossReleases() {
    assertThat(IdempotencyKey.of("order.paid", "alipay", "T1").sha256Hex())
        .isEqualTo(IdempotencyKey.of("order.paid", "alipay", "T1").sha256Hex())
        .hasSize(64);
  }

  @Test
  void blankPartsAreRefused() { // F24
    assertThatThrownBy(() -> IdempotencyKey.of("s", "a", " ")).hasMessageContaining("part 1");
    assertThatThrownBy(() -> IdempotencyKey.of(" ", "a")).hasMessageContaining("scope");
    assertThatThrownBy(() -> IdempotencyKey.of("s")).hasMessageContaining("at least one part");
  }

  @Test
  void readableFormEscapesItsSeparatorAndIsBounded() {
    assertThat(IdempotencyKey.of("s", "a:b", "c").readable()).isEqualTo("s:a%3Ab:c");
    assertThat(IdempotencyKey.of("s", "x".repeat(500)).readable())
        .hasSize(IdempotencyKey.READABLE_LENGTH_MAX)
        .endsWith("~");
  }
}
