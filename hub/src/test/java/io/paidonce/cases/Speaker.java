package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Signed;
import java.time.Instant;
import java.util.List;

/** A provider's dialect on the test shop's channel, and the answers it must get, byte for byte. */
enum Speaker {
  ALIPAY(TestShop.ALIPAY, "text/plain", "success", "fail") {
    @Override
    NotificationSigner signer(TestShop shop) {
      return shop.alipay();
    }

    @Override
    Signed forged(RunningHub hub, Payment payment) {
      return hub.shop().alipayForger().payment(payment, Instant.now());
    }
  },
  WECHAT(TestShop.WECHAT, "application/json", "", "") {
    @Override
    NotificationSigner signer(TestShop shop) {
      return shop.wechatPay();
    }

    @Override
    Signed forged(RunningHub hub, Payment payment) {
      return hub.shop().wechatPayForger().payment(payment, Instant.now());
    }
  },
  WECHAT_V2(
      TestShop.WECHAT_V2,
      "text/xml",
      "<xml><return_code><![CDATA[SUCCESS]]></return_code>"
          + "<return_msg><![CDATA[OK]]></return_msg></xml>",
      "<xml><return_code><![CDATA[FAIL]]></return_code>"
          + "<return_msg><![CDATA[FAIL]]></return_msg></xml>") {
    @Override
    NotificationSigner signer(TestShop shop) {
      return shop.wechatPayV2();
    }

    @Override
    Signed forged(RunningHub hub, Payment payment) {
      return payment(hub, payment).withByteChangedAfter("<sign><![CDATA[");
    }
  };

  private static final String JSON_FAILURE = "\\{\"code\":\"FAIL\",\"message\":\"[^\"]+\"\\}";

  private final String channel;
  private final String contentType;
  private final String success;
  private final String failure;

  Speaker(String channel, String contentType, String success, String failure) {
    this.channel = channel;
    this.contentType = contentType;
    this.success = success;
    this.failure = failure;
  }

  abstract NotificationSigner signer(TestShop shop);

  abstract Signed forged(RunningHub hub, Payment payment);

  /** The dialects in turn. */
  static Speaker nth(int i) {
    List<Speaker> all = List.of(values());
    return all.get(i % all.size());
  }

  String channel() {
    return channel;
  }

  Signed payment(RunningHub hub, Payment payment) {
    return signer(hub.shop()).payment(payment, Instant.now());
  }

  void assertSuccess(Reply reply) {
    if (this == WECHAT) {
      assertThat(reply.status()).isEqualTo(204);
      assertThat(reply.body()).isEmpty();
      assertThat(header(reply, "content-type")).isEmpty();
    } else {
      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.text()).isEqualTo(success);
      assertThat(header(reply, "content-type")).containsExactly(contentType);
    }
    assertPlain(reply);
  }

  /** Not believed. */
  void assertInvalid(Reply reply) {
    assertFailure(reply, this == WECHAT ? 401 : 200);
  }

  /** Our keys are at fault. */
  void assertKeyMismatch(Reply reply) {
    assertFailure(reply, this == WECHAT ? 500 : 200);
  }

  void assertFailure(Reply reply, int status) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(header(reply, "content-type")).containsExactly(contentType);
    if (this == WECHAT) {
      assertThat(reply.text()).matches(JSON_FAILURE);
    } else {
      assertThat(reply.text()).isEqualTo(failure);
    }
    assertPlain(reply);
  }

  /** As it is: not compressed, not chunked, of the length it says. */
  private static void assertPlain(Reply reply) {
    assertThat(header(reply, "content-encoding")).isEmpty();
    assertThat(header(reply, "transfer-encoding")).isEmpty();
    if (reply.status() != 204) {
      assertThat(header(reply, "content-length"))
          .containsExactly(Integer.toString(reply.body().length));
    }
  }

  static List<String> header(Reply reply, String name) {
    return reply.headers().entrySet().stream()
        .filter(entry -> name.equalsIgnoreCase(entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .toList();
  }
}
