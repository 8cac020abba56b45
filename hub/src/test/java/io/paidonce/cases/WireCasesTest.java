package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Signed;
import io.paidonce.testkit.databases.Engine;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** HTTP as providers, proxies and slow senders speak it. */
class WireCasesTest {

  @OnHub(setup = Setup.ROUGH, engines = Engine.H2)
  void chunkedBodiesAreReadWhole(RunningHub hub) throws IOException {
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      Signed message = speaker.payment(hub, payment);
      Map<String, String> headers = RawHttp.headers(message);
      headers.put("Transfer-Encoding", "chunked");
      speaker.assertSuccess(
          RawHttp.exchange(base(hub), head(speaker, headers), RawHttp.chunked(message.body(), 7)));
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
    }
  }

  @OnHub(engines = Engine.H2)
  void aChunkedBodyOverTheLimitIsRefusedWhileItIsRead(RunningHub hub) throws IOException {
    byte[] large = new byte[65_537];
    Arrays.fill(large, (byte) 'a');
    for (Speaker speaker : Speaker.values()) {
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("Host", "pay.example.com");
      headers.put("Connection", "close");
      headers.put("Content-Type", "text/plain");
      headers.put("Transfer-Encoding", "chunked");
      speaker.assertFailure(
          RawHttp.exchange(base(hub), head(speaker, headers), RawHttp.chunked(large, 8192)), 413);
    }
  }

  @OnHub(setup = Setup.ROUGH, engines = Engine.H2)
  void aBodyThatDripsIsReadWhole(RunningHub hub) throws IOException {
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      Signed message = speaker.payment(hub, payment);
      List<byte[]> pieces = new ArrayList<>();
      pieces.add(head(speaker, RawHttp.headersAndLength(message)));
      for (byte b : message.body()) {
        pieces.add(new byte[] {b});
      }
      speaker.assertSuccess(RawHttp.exchange(base(hub), pieces.toArray(byte[][]::new)));
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
    }
  }

  @OnHub(engines = Engine.H2)
  void sendersThatStopHalfWayHoldNoThread(RunningHub hub) throws IOException {
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        Speaker speaker = Speaker.nth(i);
        Signed message = speaker.payment(hub, TestShop.payment(TestShop.newOrderNo(), 1000));
        byte[] head = head(speaker, RawHttp.headersAndLength(message));
        Socket socket = RawHttp.open(base(hub));
        idle.add(socket);
        boolean inTheHead = i % 4 == 3;
        socket.getOutputStream().write(inTheHead ? Arrays.copyOf(head, head.length - 4) : head);
        if (!inTheHead) {
          socket.getOutputStream().write(message.body(), 0, message.body().length / 2);
        }
        socket.getOutputStream().flush();
      }
      for (Speaker speaker : Speaker.values()) {
        Payment payment = ordered(hub, speaker);
        Signed message = speaker.payment(hub, payment);
        long start = System.nanoTime();
        speaker.assertSuccess(hub.client().deliver(speaker.channel(), message));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
      }
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @OnHub(engines = Engine.H2)
  void anAbortedDeliveryLeavesNothing(RunningHub hub) throws IOException {
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      Signed message = speaker.payment(hub, payment);
      try (Socket socket = RawHttp.open(base(hub))) {
        socket.getOutputStream().write(head(speaker, RawHttp.headersAndLength(message)));
        socket.getOutputStream().write(message.body(), 0, message.body().length - 1);
        socket.getOutputStream().flush();
      }
      speaker.assertSuccess(hub.client().deliver(speaker.channel(), message));
      hub.client().orderIn(payment.outTradeNo(), "SUCCESS");
      assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
    }
  }

  @OnHub(engines = Engine.H2)
  void oldHttpAndHeadersInAnyCaseAreUnderstood(RunningHub hub) throws IOException { // S9
    for (Speaker speaker : Speaker.values()) {
      Payment old = ordered(hub, speaker);
      Signed message = speaker.payment(hub, old);
      Map<String, String> headers = RawHttp.headersAndLength(message);
      headers.remove("Host");
      headers.remove("Connection");
      speaker.assertSuccess(
          RawHttp.exchange(
              base(hub),
              RawHttp.head("POST /notify/" + speaker.channel() + " HTTP/1.0", headers),
              message.body()));
      hub.client().orderIn(old.outTradeNo(), "SUCCESS");
      Payment lower = ordered(hub, speaker);
      Signed other = speaker.payment(hub, lower);
      Map<String, String> lowered = new LinkedHashMap<>();
      RawHttp.headersAndLength(other)
          .forEach((name, value) -> lowered.put(name.toLowerCase(Locale.ROOT), value));
      speaker.assertSuccess(RawHttp.exchange(base(hub), head(speaker, lowered), other.body()));
      hub.client().orderIn(lower.outTradeNo(), "SUCCESS");
    }
  }

  @OnHub(engines = Engine.H2)
  void theAnswerComesOnce(RunningHub hub) throws IOException { // C36, C37
    for (Speaker speaker : Speaker.values()) {
      Payment payment = ordered(hub, speaker);
      Signed message = speaker.payment(hub, payment);
      byte[] head = head(speaker, RawHttp.headersAndLength(message));
      for (int i = 0; i < 2; i++) {
        Reply reply = RawHttp.exchange(base(hub), head, message.body());
        speaker.assertSuccess(reply);
        assertThat(Speaker.header(reply, "location")).isEmpty();
        assertThat(Speaker.header(reply, "set-cookie")).isEmpty();
        String text = new String(reply.body(), StandardCharsets.ISO_8859_1);
        assertThat(text).doesNotContain("\n").doesNotContain("\"").doesNotContain("\uFEFF");
      }
    }
  }

  @OnHub(engines = Engine.H2)
  void oneConnectionCarriesManyDeliveries(RunningHub hub) throws IOException {
    Payment payment = ordered(hub, Speaker.ALIPAY);
    Signed message = Speaker.ALIPAY.payment(hub, payment);
    Map<String, String> headers = RawHttp.headersAndLength(message);
    headers.remove("Connection");
    byte[] kept = head(Speaker.ALIPAY, headers);
    byte[] last = head(Speaker.ALIPAY, RawHttp.headersAndLength(message));
    try (Socket socket = RawHttp.open(base(hub))) {
      for (int i = 0; i < 5; i++) {
        socket.getOutputStream().write(i < 4 ? kept : last);
        socket.getOutputStream().write(message.body());
      }
      socket.getOutputStream().flush();
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(all.split("HTTP/1.1 200", -1)).hasSize(6);
      assertThat(all.split("\r\n\r\nsuccess", -1)).hasSize(6);
    }
  }

  private static byte[] head(Speaker speaker, Map<String, String> headers) {
    return RawHttp.head("POST /notify/" + speaker.channel() + " HTTP/1.1", headers);
  }

  private static URI base(RunningHub hub) {
    return hub.client().base();
  }

  private static Payment ordered(RunningHub hub, Speaker speaker) {
    String orderNo = hub.client().order(speaker.channel(), "u-wire");
    return TestShop.payment(orderNo, 1000);
  }
}
