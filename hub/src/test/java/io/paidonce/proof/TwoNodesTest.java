package io.paidonce.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.ChildHub;
import io.paidonce.rig.HubClient;
import io.paidonce.rig.TestShop;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Two hubs on one database are told the same at one instant. */
class TwoNodesTest {

  private static final int DELIVERIES = 64;

  /** Money that arrives after the close is fulfilled, so that the outcome has one right value. */
  private static final Map<String, String> FULFIL = Map.of("paidonce.late-payment", "fulfil");

  @ParameterizedTest
  @EnumSource(
      value = Engine.class,
      names = {"POSTGRESQL", "MARIADB"})
  void whateverRacesTakesEffectOnce(Engine engine) {
    long seed = Seeds.next("TwoNodesTest on " + engine);
    boolean main = engine == Engine.POSTGRESQL;
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        ChildHub one = ChildHub.launch(database, FULFIL, null);
        ChildHub two = ChildHub.launch(database, FULFIL, null)) {
      one.awaitReady();
      two.awaitReady();
      Race race = new Race(new TestShop(seed), new Random(seed), database, one, two);
      long start = System.nanoTime();
      int rounds = main ? Counts.of(50, 200) : Counts.of(10, 100);
      for (int i = 0; i < rounds; i++) {
        race.oneBody();
      }
      for (int i = 0; i < Counts.of(2, 20); i++) {
        race.bodiesOfOnePayment(TestShop.ALIPAY, race.shop.alipay());
        race.bodiesOfOnePayment(TestShop.WECHAT, race.shop.wechatPay());
        race.bodiesOfOnePayment(TestShop.WECHAT_V2, race.shop.wechatPayV2());
      }
      race.facts.nothingIsDoneTwice();
      for (int i = 0; i < (main ? Counts.of(10, 50) : Counts.of(4, 30)); i++) {
        race.paymentRefundsAndClose();
      }
      race.facts.ledgerBalances();
      assertThat(race.facts.texts("SELECT id, kind FROM problem_case")).isEmpty();
      System.out.printf(
          "%s: %d rounds of %d deliveries of one body to two nodes; all races took %d ms%n",
          engine, rounds, DELIVERIES, (System.nanoTime() - start) / 1_000_000);
    }
  }

  /** The rounds' shop, nodes and database. */
  private static final class Race {
    private final TestShop shop;
    private final Random random;
    private final List<HubClient> nodes;
    private final Facts facts;

    Race(TestShop shop, Random random, Database database, ChildHub one, ChildHub two) {
      this.shop = shop;
      this.random = random;
      this.nodes = List.of(one.client(), two.client());
      this.facts = new Facts(database);
    }

    /** 64 deliveries of one body, 32 to each node. */
    void oneBody() {
      String orderNo = nodes.get(0).order(TestShop.ALIPAY, "body-" + random.nextInt(5));
      Signed message = shop.alipay().payment(TestShop.payment(orderNo, 1000), Instant.now());
      deliverAtOnce(TestShop.ALIPAY, Collections.nCopies(DELIVERIES, message));
      appliedOnce(orderNo);
    }

    /** 64 bodies of one payment, each signed at another time, 32 to each node. */
    void bodiesOfOnePayment(String channel, NotificationSigner signer) {
      String orderNo = nodes.get(0).order(channel, "bodies-" + channel);
      Payment payment = TestShop.payment(orderNo, 1000);
      List<Signed> messages = new ArrayList<>();
      for (int i = 0; i < DELIVERIES; i++) {
        messages.add(signer.payment(payment, Instant.now().minusSeconds(i)));
      }
      deliverAtOnce(channel, messages);
      appliedOnce(orderNo);
    }

    /** A payment, two refunds that make it up, and a close, eight times each, shuffled. */
    void paymentRefundsAndClose() {
      String user = TestShop.newOrderNo();
      String orderNo = nodes.get(0).order(TestShop.ALIPAY, user);
      Payment payment = TestShop.payment(orderNo, 1000);
      Refund first = TestShop.refund(orderNo + "-1", 400, 400);
      Refund second = TestShop.refund(orderNo + "-2", 600, 1000);
      Instant now = Instant.now();
      List<Signed> messages = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        messages.add(shop.alipay().payment(payment, now));
        messages.add(shop.alipay().refund(payment, first, now));
        messages.add(shop.alipay().refund(payment, second, now));
        messages.add(shop.alipay().closed(payment, now));
      }
      Collections.shuffle(messages, random);
      deliverAtOnce(TestShop.ALIPAY, messages);
      JsonNode order = nodes.get(1).orderIn(orderNo, "REFUNDED");
      assertThat(
              facts.numbers(
                  "SELECT order_no, paid_minor * 10000 + refunded_minor FROM orders"
                      + " WHERE order_no = ?",
                  orderNo))
          .as("paid and refunded of %s", order)
          .containsEntry(orderNo, 1000L * 10000 + 1000);
      assertThat(
              facts.number(
                  "SELECT SUM(amount_minor) FROM refund WHERE order_no = ? AND state = 'SUCCESS'",
                  orderNo))
          .as("refund rows")
          .isEqualTo(1000);
      assertThat(facts.number("SELECT taken FROM entitlement WHERE order_no = ?", orderNo))
          .isEqualTo(1000);
      assertThat(facts.number("SELECT balance FROM account WHERE user_id = ?", user)).isZero();
    }

    private void deliverAtOnce(String channel, List<Signed> messages) {
      Volley volley = new Volley();
      for (int i = 0; i < messages.size(); i++) {
        volley.add(nodes.get(i % 2).base(), channel, messages.get(i));
      }
      List<Volley.Answer> answers = volley.fire();
      assertThat(answers).hasSize(messages.size());
      assertThat(answers).containsOnly(success(channel));
    }

    private void appliedOnce(String orderNo) {
      nodes.get(random.nextInt(2)).orderIn(orderNo, "SUCCESS");
      assertThat(facts.number("SELECT COUNT(*) FROM notification WHERE out_trade_no = ?", orderNo))
          .as("inbox rows")
          .isEqualTo(1);
      assertThat(facts.number("SELECT COUNT(*) FROM entitlement WHERE order_no = ?", orderNo))
          .as("grants")
          .isEqualTo(1);
      assertThat(
              facts.numbers(
                  "SELECT asset, COUNT(*) * 10000 + SUM(amount) FROM ledger_entry"
                      + " WHERE order_no = ? GROUP BY asset",
                  orderNo))
          .as("entries: two balanced lines of money, two of tokens")
          .isEqualTo(Map.of("CNY", 20_000L, "token", 20_000L));
      assertThat(facts.number("SELECT version FROM orders WHERE order_no = ?", orderNo))
          .as("transitions")
          .isEqualTo(1);
      assertThat(
              facts.number(
                  "SELECT COUNT(*) FROM message WHERE order_no = ? AND type = 'order.paid'",
                  orderNo))
          .as("messages")
          .isEqualTo(1);
    }
  }

  private static Volley.Answer success(String channel) {
    return switch (channel) {
      case TestShop.ALIPAY -> new Volley.Answer(200, "success");
      case TestShop.WECHAT -> new Volley.Answer(204, "");
      default ->
          new Volley.Answer(
              200,
              "<xml><return_code><![CDATA[SUCCESS]]></return_code>"
                  + "<return_msg><![CDATA[OK]]></return_msg></xml>");
    };
  }
}
