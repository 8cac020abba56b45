package io.paidonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  private record Transfer(String from, long amount) {}

  @Test
  void theOrderOfMembersMakesNoDifference() { // F26
    Map<String, Object> one = new LinkedHashMap<>();
    Map<String, Object> other = new LinkedHashMap<>();
    IntStream.range(0, 50).forEach(i -> one.put("m" + i, i));
    IntStream.range(0, 50).map(i -> 49 - i).forEach(i -> other.put("m" + i, i));
    assertThat(same(one, other)).isTrue();
    assertThat(same(new LinkedHashSet<>(List.of(1, 2, 3)), new HashSet<>(List.of(3, 2, 1))))
        .isTrue();
    assertThat(same(new Transfer("a", 1), Map.of("amount", 1, "from", "a"))).isTrue();
  }

  @Test
  void theCharsetTextCameInMakesNoDifference() { // F26
    String text = "\u8ba2\u5355";
    Charset chinese = Charset.forName("GBK");
    assertThat(
            same(
                new String(text.getBytes(chinese), chinese),
                new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8)))
        .isTrue();
  }

  @Test
  void theSpellingOfANumberMakesNoDifference() { // F26
    for (Object one :
        List.of(1, 1L, (short) 1, 1.0, 1.0f, BigInteger.ONE, new BigDecimal("1.00"))) {
      assertThat(same(one, new BigDecimal("1E0"))).as(one.getClass().getName()).isTrue();
    }
    assertThat(same(0, new BigDecimal("0E-9"))).isTrue();
    assertThat(same(new BigDecimal("1E+999999999"), new BigDecimal("10E+999999998"))).isTrue();
    assertThat(same(0.1, new BigDecimal("0.1"))).isTrue();
  }

  @Test
  void otherContentNeverHasTheSame() { // F26
    Map<String, @Nullable Object> withNull = new HashMap<>();
    withNull.put("a", null);
    List<@Nullable Object> contents =
        new ArrayList<>(
            List.of(
                "1",
                1,
                -1,
                10,
                0.1,
                true,
                false,
                "true",
                "",
                "null",
                List.of(),
                Map.of(),
                Set.of(),
                new byte[0],
                new byte[] {1},
                withNull,
                List.of("a", "b"),
                List.of("ab"),
                List.of("b", "a"),
                Set.of("a", "b"),
                List.of(List.of("a"), "b"),
                List.of(List.of("a", "b")),
                Map.of("a", "b"),
                Map.of("b", "a"),
                Map.of("ab", ""),
                Map.of("a", Map.of("b", 1)),
                Map.of("a", List.of("b", 1)),
                "\ud800",
                "\udc00",
                "?"));
    contents.add(null);
    assertThat(contents.stream().map(Fingerprint::of).map(Fingerprint::sha256Hex))
        .doesNotHaveDuplicates();
  }

  @Test
  void theMembersThatDifferAreNamed() {
    Fingerprint first = Fingerprint.of(Map.of("orderNo", "T1", "amount", 100, "note", "x"));
    Fingerprint second = Fingerprint.of(Map.of("orderNo", "T1", "amount", 1, "channel", "x"));
    assertThat(first.matches(second)).isFalse();
    assertThat(first.differing(second)).containsExactly("amount", "channel", "note");
    assertThat(first.differing(first)).isEmpty();
    assertThat(first.toString()).doesNotContain("T1");
  }

  @Test
  void moreMembersThanTheLimitAreComparedAndNotNamed() {
    Map<String, Integer> many = new HashMap<>();
    IntStream.rangeClosed(0, Fingerprint.FIELDS_MAX).forEach(i -> many.put("m" + i, i));
    Map<String, Integer> other = new HashMap<>(many);
    other.put("m0", 7);
    assertThat(Fingerprint.of(many).fields()).isEmpty();
    assertThat(same(many, other)).isFalse();
    many.remove("m0");
    assertThat(Fingerprint.of(many).fields()).hasSize(Fingerprint.FIELDS_MAX);
  }

  @Test
  void whatHasNoCanonicalFormIsRefusedAndNotShown() {
    Object secret =
        new Object() {
          @Override
          public String toString() {
            return "secret";
          }
        };
    List<@Nullable Object> itself = new ArrayList<>();
    itself.add(Collections.unmodifiableList(itself));
    for (Object refused :
        Arrays.asList(
            secret, List.of(secret), Double.NaN, Float.POSITIVE_INFINITY, itself, Map.of(1, "a"))) {
      assertThatThrownBy(() -> Fingerprint.of(refused))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("secret");
    }
    Object nested = "x";
    for (int i = 0; i < CanonicalDigest.DEPTH_MAX; i++) {
      nested = List.of(nested);
    }
    assertThat(Fingerprint.of(nested).sha256Hex()).hasSize(64);
    Object deeper = List.of(nested);
    assertThatThrownBy(() -> Fingerprint.of(deeper)).hasMessageContaining("64");
  }

  private static boolean same(@Nullable Object one, @Nullable Object other) {
    return Fingerprint.of(one).matches(Fingerprint.of(other));
  }
}
