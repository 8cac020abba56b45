package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

/** A response that is held: nothing reaches the real one before it is sent. */
class HeldResponseTest {

  private final MockHttpServletResponse real = new MockHttpServletResponse();
  private final HeldResponse held = new HeldResponse(real);

  private static String body(HttpAnswer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  @Test
  void nothingIsSentBeforeItIsTime() throws IOException {
    held.setStatus(201);
    held.setHeader("X-One", "1");
    held.getOutputStream().write("body".getBytes(StandardCharsets.UTF_8));
    held.flushBuffer();
    assertThat(real.getStatus()).isEqualTo(200);
    assertThat(real.getHeader("X-One")).isNull();
    assertThat(real.getContentAsByteArray()).isEmpty();
    assertThat(real.isCommitted()).isFalse();
    held.answer().send(real);
    assertThat(real.getStatus()).isEqualTo(201);
    assertThat(real.getHeader("X-One")).isEqualTo("1");
    assertThat(real.getContentAsString()).isEqualTo("body");
  }

  @Test
  void headersOfOthersAreKeptOrReplacedAsTheHandlerSays() throws IOException {
    real.setHeader("Vary", "Origin");
    real.setHeader("X-Frame", "DENY");
    held.addHeader("vary", "Accept");
    held.setHeader("X-Frame", "SAMEORIGIN");
    held.setIntHeader("X-Int", 7);
    held.setDateHeader("Last-Modified", 0);
    held.setHeader("X-Gone", "1");
    held.setHeader("x-gone", null);
    assertThat(held.getHeaders("Vary")).containsExactly("Origin", "Accept");
    assertThat(held.getHeader("Vary")).isEqualTo("Origin");
    assertThat(held.getHeader("x-frame")).isEqualTo("SAMEORIGIN");
    assertThat(held.containsHeader("X-Gone")).isFalse();
    assertThat(held.getHeaderNames()).contains("X-Int", "X-Frame", "Last-Modified");
    held.answer().send(real);
    assertThat(real.getHeaders("Vary")).containsExactly("Origin", "Accept");
    assertThat(real.getHeaders("X-Frame")).containsExactly("SAMEORIGIN");
    assertThat(real.getHeader("Last-Modified")).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
  }

  @Test
  void anErrorDropsWhatWasWrittenAndClosesTheAnswer() throws IOException {
    held.getWriter().print("half");
    held.sendError(404, "gone");
    held.getWriter().print("more");
    held.setStatus(200);
    assertThat(held.isCommitted()).isTrue();
    assertThat(held.getStatus()).isEqualTo(404);
    assertThat(body(held.answer())).isEmpty();
    assertThatThrownBy(() -> held.sendRedirect("/x")).isInstanceOf(IllegalStateException.class);
    held.answer().send(real);
    assertThat(real.getStatus()).isEqualTo(404);
    assertThat(real.getErrorMessage()).isEqualTo("gone");
  }

  @Test
  void aRedirectIsAnAnswerToBeKept() throws IOException {
    held.sendRedirect("/done", 303);
    assertThat(held.answer().success()).isTrue();
    assertThat(held.answer().headers())
        .containsExactly(new HttpAnswer.Header("Location", true, List.of("/done")));
    held.answer().send(real);
    assertThat(real.getStatus()).isEqualTo(303);
    assertThat(real.getHeader("Location")).isEqualTo("/done");
  }

  @Test
  void resetBeginsAnew() throws IOException {
    held.setStatus(500);
    held.setHeader("X-One", "1");
    held.setContentType("text/plain");
    held.getWriter().print("half");
    held.reset();
    held.getOutputStream().write('a');
    HttpAnswer answer = held.answer();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers()).isEmpty();
    assertThat(answer.contentType()).isNull();
    assertThat(body(answer)).isEqualTo("a");
    assertThatThrownBy(held::getWriter).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theWriterUsesTheCharsetThatIsDeclared() throws IOException {
    held.setContentType("text/plain;charset=UTF-16BE");
    held.setLocale(Locale.CHINA);
    held.getWriter().print("\u4e2d");
    assertThat(held.answer().body()).containsExactly(0x4e, 0x2d);
    assertThat(held.answer().headers())
        .contains(new HttpAnswer.Header("Content-Language", true, List.of("zh-CN")));
  }
}
