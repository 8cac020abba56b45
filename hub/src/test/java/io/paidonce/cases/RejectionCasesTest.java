package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.alipay.AlipayForm;
import io.paidonce.simulator.alipay.AlipayMerchant;
import io.paidonce.simulator.alipay.AlipaySigner;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.LoadRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is not believed leaves a trace, and nothing else. */
class RejectionCasesTest {

  private static final int CAP_PER_HOUR = 100;

  private static final String COUNTED_BUT_NOT_STORED =
      """
      SELECT COUNT(*) FROM delivery_count d
      WHERE NOT EXISTS (SELECT 1 FROM notification n WHERE n.event_key = d.event_key)
      """;

  @OnHub(engines = Engine.H2)
  void whereAMessageClaimsToComeFromChangesNothing(RunningHub hub) throws IOException { // S12
    for (Speaker speaker : Speaker.values()) {
      Payment payment = TestShop.payment(TestShop.newOrderNo(), 1000);
      for (String host :
          List.of("localhost", "127.0.0.1", "127.0.0.1:8080", "api.mch.weixin.qq.com")) {
        Map<String, String> origin = new LinkedHashMap<>();
        origin.put("Host", host);
        origin.put("X-Forwarded-Host", host);
        origin.put("X-Forwarded-For", "127.0.0.1");
        origin.put("X-Forwarded-Proto", "https");
        origin.put("X-Real-IP", "127.0.0.1");
        origin.put("Forwarded", "for=127.0.0.1;host=" + host);
        speaker.assertInvalid(from(hub, speaker, speaker.forged(hub, payment), origin));
        assertThat(hub.notifications(payment.outTradeNo())).isZero();
      }
      speaker.assertSuccess(
          from(
              hub,
              speaker,
              speaker.payment(hub, payment),
              Map.of("Host", "elsewhere.example", "X-Forwarded-For", "203.0.113.9")));
      assertThat(hub.notifications(payment.outTradeNo())).isEqualTo(1);
    }
  }

  @OnHub
  void knownAndUnknownOrdersGetTheSameAnswer(RunningHub hub) { // S30
    for (Speaker speaker : Speaker.values()) {
      String known = hub.client().order(speaker.channel(), "u-s30");
      Payment ours = TestShop.payment(known, 1000);
      Payment strange = TestShop.payment(TestShop.newOrderNo(), 1000);
      assertThat(shown(hub, speaker, speaker.payment(hub, ours)))
          .isEqualTo(shown(hub, speaker, speaker.payment(hub, strange)));
      assertThat(shown(hub, speaker, speaker.payment(hub, ours.withAmountFen(7))))
          .isEqualTo(shown(hub, speaker, speaker.payment(hub, strange.withAmountFen(7))));
      assertThat(shown(hub, speaker, speaker.forged(hub, ours)))
          .isEqualTo(shown(hub, speaker, speaker.forged(hub, strange)));
    }
  }

  @OnHub
  void whatIsNotBelievedOccupiesNoKey(RunningHub hub) { // S34, R2.3
    for (Speaker speaker : Speaker.values()) {
      String orderNo = hub.client().order(speaker.channel(), "u-s34-" + speaker);
      Payment payment = TestShop.payment(orderNo, 1000);
      long notifications = hub.notifications();
      for (int i = 0; i < 5; i++) {
        speaker.assertInvalid(
            hub.client().deliver(speaker.channel(), speaker.forged(hub, payment)));
      }
      assertThat(hub.rejectionsOnceWritten(speaker.channel(), 1)).isPositive();
      assertThat(hub.notifications()).isEqualTo(notifications);
      assertThat(hub.count(COUNTED_BUT_NOT_STORED)).isZero();
      speaker.assertSuccess(hub.client().deliver(speaker.channel(), speaker.payment(hub, payment)));
      hub.client().orderIn(orderNo, "SUCCESS");
      assertThat(hub.notifications()).isEqualTo(notifications + 1);
    }
  }

  @OnHub(engines = Engine.H2)
  void aFloodOfJunkLeavesACappedSampleWithTheFirstOfEachReason(RunningHub hub) // S45
      throws IOException {
    double before = hub.meter("paidonce_rejections_total", "channel=\"" + Setup.JUNK + "\"");
    int count = Counts.of(5_000, 100_000);
    AlipaySigner forger = hub.shop().alipayForger();
    AlipayForm form =
        forger.paymentForm(TestShop.payment(TestShop.newOrderNo(), 1000), Instant.now());
    Signed unsigned = Handmade.form(new TreeMap<>(form.fields()));
    long rows = hub.notifications();
    try (SteadyConnections connections = new SteadyConnections(hub.client().base())) {
      LoadRun.Report report =
          new LoadRun(4, count, Duration.ofSeconds(60))
              .run(
                  number ->
                      assertThat(connections.deliver(Setup.JUNK, unsigned).text())
                          .isEqualTo("fail"));
      assertThat(report.failures()).isEmpty();
      assertThat(report.sent()).isEqualTo(count);
    }
    String body = new String(unsigned.body(), StandardCharsets.UTF_8);
    List<Signed> others =
        List.of(
            forger.sign(form),
            Handmade.form(body + "&sign=x&sign_type=RSA"),
            Handmade.form("a=%"),
            Handmade.form("{}"),
            new AlipaySigner(new AlipayMerchant("x", "y"), TestShop.alipayKey()).sign(form));
    others.forEach(
        other -> assertThat(hub.client().deliver(Setup.JUNK, other).status()).isIn(200, 401));
    long reasons = 6;
    long kept = hub.rejectionsOnceWritten(Setup.JUNK, CAP_PER_HOUR + reasons - 1);
    assertThat(kept).isBetween(CAP_PER_HOUR + reasons - 1, 2 * (CAP_PER_HOUR + reasons));
    assertThat(
            hub.count("SELECT COUNT(DISTINCT reason) FROM rejection WHERE channel = ?", Setup.JUNK))
        .isEqualTo(reasons);
    assertThat(hub.meter("paidonce_rejections_total", "channel=\"" + Setup.JUNK + "\""))
        .isEqualTo(before + count + others.size());
    assertThat(hub.notifications()).isEqualTo(rows);
  }

  private static Reply from(
      RunningHub hub, Speaker speaker, Signed message, Map<String, String> origin)
      throws IOException {
    Map<String, String> headers = RawHttp.headersAndLength(message);
    headers.putAll(origin);
    return RawHttp.exchange(
        hub.client().base(),
        RawHttp.head("POST /notify/" + speaker.channel() + " HTTP/1.1", headers),
        message.body());
  }

  /** All of an answer but its time. */
  private static String shown(RunningHub hub, Speaker speaker, Signed message) {
    Reply reply = hub.client().deliver(speaker.channel(), message);
    Map<String, List<String>> headers = new TreeMap<>(reply.headers());
    headers.remove("date");
    return reply.status() + " " + headers + " " + reply.text();
  }
}
