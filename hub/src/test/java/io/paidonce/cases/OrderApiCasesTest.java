package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.load.Simultaneously;
import java.net.URI;
import java.net.http.HttpRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Making orders, once a key. */
class OrderApiCasesTest {

  private static final String ORDERS = "/api/v1/orders";
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @OnHub
  void theSameRequestGetsTheSameBytesEvenAfterThePayment(RunningHub hub) { // C174
    for (Speaker speaker : Speaker.values()) {
      String key = UUID.randomUUID().toString();
      String orderNo = TestShop.newOrderNo();
      String body = body(orderNo, "u-same", "tokens-1000", speaker.channel());
      Reply first = hub.client().post(ORDERS, key, body);
      assertThat(first.status()).isEqualTo(201);
      assertThat(first.json().path("attempts").get(0).path("outTradeNo").asString())
          .isEqualTo(orderNo);
      same(first, hub.client().post(ORDERS, key, body));
      hub.client()
          .deliver(speaker.channel(), speaker.payment(hub, TestShop.payment(orderNo, 1000)));
      hub.client().orderIn(orderNo, "SUCCESS");
      same(first, hub.client().post(ORDERS, key, body));
      same(first, hub.client().post(ORDERS, "\"" + key + "\"", body));
      assertThat(count(hub, orderNo)).isEqualTo(1);
    }
  }

  @OnHub
  void theSameKeyForAnotherRequestIsRefused(RunningHub hub) { // C52, F32
    String key = UUID.randomUUID().toString();
    String orderNo = TestShop.newOrderNo();
    String body = body(orderNo, "u-one", "tokens-1000", TestShop.WECHAT);
    assertThat(hub.client().post(ORDERS, key, body).status()).isEqualTo(201);
    String amount = "{\"value\":1000,\"currency\":\"CNY\"}";
    for (String other :
        List.of(
            body(TestShop.newOrderNo(), "u-one", "tokens-1000", TestShop.WECHAT),
            body(orderNo, "u-two", "tokens-1000", TestShop.WECHAT),
            body(orderNo, "u-one", Setup.TOKENS_ODD, TestShop.WECHAT),
            body(orderNo, "u-one", "tokens-1000", TestShop.ALIPAY),
            body.replace("}", ",\"quantity\":2}"),
            body.replace("}", ",\"agentId\":\"a\"}"),
            body.replace("\"product\":\"tokens-1000\"", "\"amount\":" + amount))) {
      problem(hub.client().post(ORDERS, key, other), 422, "IDEMPOTENCY_KEY_REUSED");
    }
    assertThat(hub.client().post(ORDERS, key, body).status()).isEqualTo(201);
    assertThat(hub.client().order(orderNo).path("userId").asString()).isEqualTo("u-one");
  }

  @OnHub
  void sixtyFourRequestsOfOneKeyMakeOneOrder(RunningHub hub) { // F6, F19, F21
    int rounds = Counts.of(2, 200);
    for (int i = 0; i < rounds; i++) {
      String key = UUID.randomUUID().toString();
      String user = "u-" + TestShop.newOrderNo();
      String orderNo = TestShop.newOrderNo();
      String named = body(orderNo, user, "tokens-1000", TestShop.WECHAT);
      String body = i % 2 == 0 ? named : named.replace("\"orderNo\":\"" + orderNo + "\",", "");
      List<Reply> replies =
          Simultaneously.run(64, DEADLINE, () -> hub.client().post(ORDERS, key, body)).all();
      assertThat(replies).extracting(Reply::status).containsOnly(201);
      assertThat(replies).extracting(Reply::text).containsOnly(replies.get(0).text());
      assertThat(hub.count("SELECT COUNT(*) FROM orders WHERE user_id = ?", user)).isEqualTo(1);
    }
  }

  @OnHub
  void sixtyFourKeysForOneNumberMakeOneOrder(RunningHub hub) { // F19, F21
    String orderNo = TestShop.newOrderNo();
    String body = body(orderNo, "u-64", "tokens-1000", TestShop.WECHAT);
    List<Reply> replies =
        Simultaneously.run(
                64, DEADLINE, () -> hub.client().post(ORDERS, UUID.randomUUID().toString(), body))
            .all();
    assertThat(replies).extracting(Reply::status).containsOnly(201, 409);
    assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
    assertThat(count(hub, orderNo)).isEqualTo(1);
  }

  @OnHub(engines = {Engine.POSTGRESQL, Engine.MARIADB})
  void aLockThatDoesNotComeIsUnavailableAndNoFault(RunningHub hub) throws SQLException { // C47, F21
    String orderNo = hub.client().order(TestShop.WECHAT, "u-lock");
    String key = UUID.randomUUID().toString();
    String wanted = TestShop.newOrderNo();
    String body = body(wanted, "u-lock", "tokens-1000", TestShop.WECHAT);
    try (Connection connection = hub.database().dataSource().getConnection();
        PreparedStatement holding =
            connection.prepareStatement("UPDATE orders SET order_no = ? WHERE order_no = ?")) {
      connection.setAutoCommit(false);
      holding.setString(1, wanted);
      holding.setString(2, orderNo);
      assertThat(holding.executeUpdate()).isEqualTo(1);
      problem(hub.client().post(ORDERS, key, body), 503, "UNAVAILABLE");
      connection.rollback();
    }
    assertThat(hub.client().post(ORDERS, key, body).status()).isEqualTo(201);
  }

  @OnHub
  void aNumberBelongsToItsFirstKey(RunningHub hub) { // C52
    String orderNo = hub.client().order(TestShop.WECHAT, "u-first");
    String body = body(orderNo, "u-first", "tokens-1000", TestShop.WECHAT);
    problem(
        hub.client().post(ORDERS, UUID.randomUUID().toString(), body), 409, "ORDER_NUMBER_TAKEN");
  }

  @OnHub
  void aRequestWithoutAKeyIsRefused(RunningHub hub) { // C164, F24
    String body = body(TestShop.newOrderNo(), "u", "tokens-1000", TestShop.WECHAT);
    HttpRequest bare =
        HttpRequest.newBuilder(hub.client().base().resolve(ORDERS))
            .header("Authorization", "Bearer " + TestShop.API_KEY)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    problem(hub.client().send(bare), 400, "IDEMPOTENCY_KEY_MISSING");
    problem(hub.client().post(ORDERS, "", body), 400, "IDEMPOTENCY_KEY_MISSING");
    problem(hub.client().post(ORDERS, "  ", body), 400, "IDEMPOTENCY_KEY_MISSING");
    problem(hub.client().post(ORDERS, "k".repeat(201), body), 400, "BAD_REQUEST");
  }

  @OnHub
  void whatCannotBeIsRefusedAndLeavesNoOrder(RunningHub hub) { // S24
    String orderNo = TestShop.newOrderNo();
    String body = body(orderNo, "u", "tokens-1000", TestShop.WECHAT);
    String product = "\"product\":\"tokens-1000\"";
    for (String wrong :
        List.of(
            body.replace("tokens-1000", "no-such-product"),
            body.replace("}", ",\"amount\":{\"value\":1,\"currency\":\"CNY\"}}"),
            body.replace(product + ",", ""),
            body.replace(product, "\"amount\":{\"value\":0,\"currency\":\"CNY\"}"),
            body.replace(product, "\"amount\":{\"value\":-5,\"currency\":\"CNY\"}"),
            body.replace(product, "\"amount\":{\"value\":5,\"currency\":\"XXQ\"}"),
            body.replace(product, "\"amount\":{\"value\":5}"),
            body.replace("}", ",\"quantity\":0}"),
            body.replace("}", ",\"quantity\":-1}"),
            body.replace("}", ",\"quantity\":100001}"),
            body.replace(TestShop.WECHAT, "no-such-channel"),
            body.replace(TestShop.WECHAT, "NO/../CHANNEL"),
            body.replace("\"userId\":\"u\"", "\"userId\":\"\""),
            body.replace("\"userId\":\"u\"", "\"userId\":\"a b\""),
            body.replace(orderNo, "short"),
            body.replace(orderNo, orderNo + "/../x"),
            body.replace(orderNo, "x".repeat(29)))) {
      problem(hub.client().post(ORDERS, UUID.randomUUID().toString(), wrong), 422, "UNPROCESSABLE");
    }
    for (String unreadable :
        List.of("", "{", "[]", "null", body.replace("}", ",\"price\":1}"), body + body)) {
      problem(
          hub.client().post(ORDERS, UUID.randomUUID().toString(), unreadable), 400, "BAD_REQUEST");
    }
    assertThat(count(hub, orderNo)).isZero();
  }

  @OnHub
  void anAmountBeyondAllBoundsIsRefused(RunningHub hub) {
    String body =
        """
        {"userId":"u","channel":"%s","quantity":100000,
         "amount":{"value":%d,"currency":"CNY"}}
        """
            .formatted(TestShop.WECHAT, Long.MAX_VALUE);
    problem(hub.client().post(ORDERS, UUID.randomUUID().toString(), body), 422, "UNPROCESSABLE");
  }

  @OnHub
  void listsArePagedByNext(RunningHub hub) { // C179
    String user = "u-" + TestShop.newOrderNo();
    Set<String> numbers = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      String orderNo = hub.client().order(TestShop.WECHAT, user);
      numbers.add(orderNo);
      hub.client()
          .deliver(TestShop.WECHAT, Speaker.WECHAT.payment(hub, TestShop.payment(orderNo, 1000)));
      hub.client().orderIn(orderNo, "SUCCESS");
      hub.client()
          .deliver(
              TestShop.WECHAT,
              Speaker.WECHAT.payment(hub, TestShop.payment(orderNo, 1000 + i + 1)));
      hub.client().settledNotifications(orderNo, 2);
    }
    List<JsonNode> entries = pages(hub, "/api/v1/accounts/" + user + "/token/entries?", 2);
    assertThat(entries).hasSize(5);
    assertThat(entries).extracting(e -> e.path("orderNo").asString()).hasSameElementsAs(numbers);
    assertThat(entries).isSortedAccordingTo((a, b) -> Long.compare(id(b), id(a)));
    String one = numbers.iterator().next();
    List<JsonNode> rows = pages(hub, "/api/v1/notifications?orderNo=" + one, 1);
    assertThat(rows).hasSize(2).doesNotHaveDuplicates();
    List<JsonNode> cases = pages(hub, "/api/v1/cases?state=OPEN", 7);
    assertThat(cases).extracting(c -> c.path("id").asString()).doesNotHaveDuplicates();
    assertThat(cases).extracting(c -> c.path("orderNo").asString("")).containsAll(numbers);
    for (String limit : List.of("0", "-1", "201", "x")) {
      problem(hub.client().get("/api/v1/cases?limit=" + limit), 400, "BAD_REQUEST");
    }
  }

  private static long id(JsonNode entry) {
    return entry.path("id").asLong();
  }

  private static List<JsonNode> pages(RunningHub hub, String path, int limit) {
    List<JsonNode> all = new ArrayList<>();
    String after = "";
    for (int page = 0; page < 500; page++) {
      JsonNode body = hub.client().get(path + "&limit=" + limit + after).json();
      assertThat(body.path("items").size()).isLessThanOrEqualTo(limit);
      all.addAll(body.path("items").values());
      assertThat(body.has("next")).isTrue();
      if (body.path("next").isNull()) {
        return all;
      }
      after = "&after=" + body.path("next").asString();
    }
    throw new AssertionError("no end of " + path);
  }

  private static void same(Reply first, Reply again) {
    assertThat(again.status()).isEqualTo(first.status());
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(Speaker.header(again, "content-type"))
        .isEqualTo(Speaker.header(first, "content-type"));
  }

  static void problem(Reply reply, int status, String code) {
    assertThat(reply.status()).as(reply.text()).isEqualTo(status);
    assertThat(Speaker.header(reply, "content-type")).containsExactly("application/problem+json");
    JsonNode body = reply.json();
    assertThat(body.path("code").asString()).isEqualTo(code);
    assertThat(URI.create(body.path("type").asString()).isAbsolute()).isTrue();
    assertThat(body.path("status").asInt()).isEqualTo(status);
    assertThat(body.path("title").asString()).isNotBlank();
  }

  private static long count(RunningHub hub, String orderNo) {
    return hub.count("SELECT COUNT(*) FROM orders WHERE order_no = ?", orderNo);
  }

  private static String body(String orderNo, String userId, String product, String channel) {
    return "{\"orderNo\":\"%s\",\"userId\":\"%s\",\"product\":\"%s\",\"channel\":\"%s\"}"
        .formatted(orderNo, userId, product, channel);
  }
}
