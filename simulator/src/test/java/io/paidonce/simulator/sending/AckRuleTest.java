package io.paidonce.simulator.sending;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.Dialect;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AckRuleTest {

  private static final String FAIL = "{\"code\":\"FAIL\",\"message\":\"no\"}";

  @ParameterizedTest
  @CsvSource({
    "200, text/plain, success, ACCEPTED",
    "200, text/plain;charset=UTF-8, success, ACCEPTED",
    "200, text/plain, fail, REFUSED",
    "503, text/plain, fail, UNAVAILABLE",
    "200, text/plain, '\"success\"', WRONG_BYTES",
    "200, text/plain, successsuccess, WRONG_BYTES", // C36
    "200, text/plain, 'success\n', WRONG_BYTES",
    "200, text/html, success, WRONG_BYTES",
    "201, text/plain, success, WRONG_BYTES",
    "302, text/plain, '', WRONG_BYTES", // C37
  })
  void alipay(int status, String type, String body, Verdict expected) {
    assertThat(judge(Dialect.ALIPAY, status, type, body)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "200, text/xml, OK, ACCEPTED",
    "200, text/xml, NO, REFUSED",
    "503, text/xml, NO, UNAVAILABLE",
    "201, text/xml, OK, WRONG_BYTES", // C32
    "200, application/json, OK, WRONG_BYTES", // C31
    "200, text/xml, success, WRONG_BYTES",
  })
  void wechatPayV2(int status, String type, String body, Verdict expected) {
    String text = body.replace("OK", AckRule.V2_SUCCESS).replace("NO", AckRule.V2_FAIL);
    assertThat(judge(Dialect.WECHATPAY_V2, status, type, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "204, '', '', ACCEPTED",
    "204, '', x, WRONG_BYTES",
    "200, application/json, FAIL, WRONG_BYTES", // C34
    "401, application/json, FAIL, REFUSED",
    "500, application/json, FAIL, KEY_UNKNOWN",
    "503, application/json, FAIL, UNAVAILABLE",
    "401, application/json, '{}', WRONG_BYTES",
    "401, application/json, 'not json', WRONG_BYTES",
  })
  void wechatPay(int status, String type, String body, Verdict expected) {
    assertThat(judge(Dialect.WECHATPAY, status, type, body.equals("FAIL") ? FAIL : body))
        .isEqualTo(expected);
  }

  private static Verdict judge(Dialect dialect, int status, String type, String body) {
    return AckRule.judge(dialect, status, type, body.getBytes(StandardCharsets.UTF_8));
  }
}
