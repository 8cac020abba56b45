package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;

/** What the header of the key may be. */
class KeyHeaderTest {

  private static String key(String value) {
    return KeyHeader.of(value)
        .fold(() -> "missing", malformed -> "malformed", KeyHeader.Given::key);
  }

  @Test
  void quotedAndBareAreTheSameKey() {
    assertThat(key("8e03978e-40d5")).isEqualTo("8e03978e-40d5");
    assertThat(key("\"8e03978e-40d5\"")).isEqualTo("8e03978e-40d5");
    assertThat(key("  \"8e03978e-40d5\" ")).isEqualTo("8e03978e-40d5");
    assertThat(key("\"a\\\"b\\\\c\"")).isEqualTo("a\"b\\c");
    assertThat(key("a=b/c+d;e:f")).isEqualTo("a=b/c+d;e:f");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "\"\"",
        "\" \"",
        "\"a",
        "a\"",
        "\"a\"b",
        "\"a\";v=1",
        "\"a\\b\"",
        "\"a\\",
        "a, b",
        "a\tb",
        "a\u0000b",
        "\"a\u0007\"",
        "a\u007fb",
        "caf\u00e9",
        "\u4e2d"
      })
  void whatCannotBeReadIsMalformed(String value) {
    assertThat(key(value)).isEqualTo("malformed");
  }

  @Test
  void twoHundredCharactersAreTheMost() {
    String most = "k".repeat(200);
    assertThat(key(most)).isEqualTo(most);
    assertThat(key("\"" + most + "\"")).isEqualTo(most);
    assertThat(key(most + "k")).isEqualTo("malformed");
  }

  @Test
  void itComesOnce() {
    MockHttpServletRequest request = new MockHttpServletRequest();
    assertThat(KeyHeader.of(request)).isEqualTo(new KeyHeader.Missing());
    request.addHeader("idempotency-key", "a");
    assertThat(KeyHeader.of(request)).isEqualTo(new KeyHeader.Given("a"));
    request.addHeader("Idempotency-Key", "a");
    assertThat(KeyHeader.of(request)).isInstanceOf(KeyHeader.Malformed.class);
  }
}
