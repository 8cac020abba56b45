package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.Seeds;
import io.paidonce.web.HttpAnswer.Header;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Answers as text: whole, or not at all. */
class AnswerTextTest {

  private static final HttpAnswer ANSWER =
      new HttpAnswer(
          201,
          "application/json",
          List.of(
              new Header("Location", true, List.of("/orders/\u4e2d")),
              new Header("X-Many", false, List.of("", "two"))),
          new byte[] {0, -1, 10, 13},
          null);

  @Test
  void anAnswerComesBackWhole() {
    HttpAnswer back = AnswerText.read(AnswerText.of(ANSWER, 1000)).orElseThrow();
    assertThat(back).usingRecursiveComparison().isEqualTo(ANSWER);
    HttpAnswer error = new HttpAnswer(404, null, List.of(), new byte[0], "");
    assertThat(AnswerText.read(AnswerText.of(error, 1000)).orElseThrow())
        .usingRecursiveComparison()
        .isEqualTo(error);
  }

  @Test
  void oneByteTooManyIsTooLarge() {
    int bytes = Base64.getDecoder().decode(AnswerText.of(ANSWER, 1000)).length;
    assertThat(AnswerText.read(AnswerText.of(ANSWER, bytes))).isPresent();
    assertThat(AnswerText.of(ANSWER, bytes - 1)).isEqualTo(AnswerText.LOST);
    assertThat(AnswerText.read(AnswerText.LOST)).isEmpty();
  }

  @Test
  void whatIsCutOrDamagedIsNeverAnError() {
    byte[] whole = Base64.getDecoder().decode(AnswerText.of(ANSWER, 1000));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThat(AnswerText.read(Base64.getEncoder().encodeToString(cut))).isEmpty();
    }
    Random random = new Random(Seeds.next("AnswerTextTest"));
    for (int i = 0; i < 1000; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      var unused = AnswerText.read(Base64.getEncoder().encodeToString(damaged));
    }
    assertThat(AnswerText.read("no Base64 at all")).isEmpty();
  }
}
