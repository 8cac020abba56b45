package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.databases.Engine;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Who may come in. */
class AccessCasesTest {

  private static final List<String> READS =
      List.of(
          "/api/v1/orders/%s",
          "/api/v1/accounts/u/token",
          "/api/v1/accounts/u/token/entries",
          "/api/v1/notifications",
          "/api/v1/cases",
          "/api/v1/ledger/trial-balance",
          "/actuator/prometheus");

  /** Each a way that has slipped past a path rule somewhere. */
  private static final List<String> DISGUISES =
      List.of(
          "//api/v1/cases",
          "/api//v1/cases",
          "/api/v1//cases",
          "/api/v1/cases/",
          "/api/v1/cases//",
          "/api/v1/cases;x=1",
          "/api;x/v1/cases",
          "/;/api/v1/cases",
          "/api/v1/cases%3bx",
          "/api/v1/%63ases",
          "/api/v1/cases%2f",
          "/api/v1/%2e/cases",
          "/api/v1/./cases",
          "/api/v1/x/../cases",
          "/api/v1/x/%2e%2e/cases",
          "/notify/../api/v1/cases",
          "/notify/shop-alipay/../../api/v1/cases",
          "/notify/..;/api/v1/cases",
          "/notify/%2e%2e/api/v1/cases",
          "/actuator/health/../../api/v1/cases",
          "/actuator/health/..;/prometheus",
          "/actuator/health/%2e%2e/prometheus",
          "/actuator/health;/../prometheus",
          "/actuator/prometheus/",
          "/actuator/prometheus;x",
          "/actuator//prometheus",
          "/ACTUATOR/prometheus",
          "/actuator/PROMETHEUS",
          "/API/v1/cases",
          "/api/V1/cases",
          "/api/v1/CASES",
          "/api/v1/cases.json",
          "/api/v1/cases%00",
          "/api/v1/cases%0a",
          "/api/v1/cases%20",
          "/api/v1/cases\\",
          "\\api\\v1\\cases");

  @OnHub(engines = Engine.H2)
  void withoutAValidKeyNothingIsRead(RunningHub hub) { // S30, S42
    String orderNo = hub.client().order(TestShop.WECHAT, "u-access");
    for (String path : READS) {
      String address = path.formatted(orderNo);
      assertThat(read(hub, address, "Bearer " + TestShop.API_KEY).status()).isEqualTo(200);
      for (String authorization :
          List.of(
              "",
              "Bearer",
              "Bearer ",
              "Bearer x",
              "Bearer " + TestShop.API_KEY.substring(1),
              "Bearer " + TestShop.API_KEY + "x",
              "bearer" + TestShop.API_KEY,
              TestShop.API_KEY,
              "Basic " + TestShop.API_KEY,
              "Bearer null",
              "Bearer " + TestShop.API_KEY.toUpperCase(Locale.ROOT))) {
        Reply reply = read(hub, address, authorization);
        OrderApiCasesTest.problem(reply, 401, "UNAUTHENTICATED");
        assertThat(reply.text()).doesNotContain(orderNo);
      }
    }
    String unknown = read(hub, "/api/v1/orders/" + TestShop.newOrderNo(), "").text();
    assertThat(read(hub, "/api/v1/orders/" + orderNo, "").text().replace(orderNo, "N"))
        .isEqualTo(unknown.replaceAll("T[0-9]{9,}", "N"));
  }

  @OnHub(engines = Engine.H2)
  void aKeyDoesOnlyWhatItsScopesSay(RunningHub hub) { // S42
    String orderNo = TestShop.newOrderNo();
    String body =
        "{\"orderNo\":\"%s\",\"userId\":\"u\",\"product\":\"tokens-1000\",\"channel\":\"%s\"}"
            .formatted(orderNo, TestShop.WECHAT);
    HttpRequest create =
        HttpRequest.newBuilder(hub.client().base().resolve("/api/v1/orders"))
            .header("Authorization", "Bearer " + TestShop.READ_ONLY_KEY)
            .header("Idempotency-Key", orderNo)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    OrderApiCasesTest.problem(hub.client().send(create), 403, "FORBIDDEN");
    assertThat(hub.count("SELECT COUNT(*) FROM orders WHERE order_no = ?", orderNo)).isZero();
    assertThat(read(hub, "/api/v1/cases", "Bearer " + TestShop.READ_ONLY_KEY).status())
        .isEqualTo(200);
  }

  @OnHub(engines = Engine.H2)
  void noDisguiseOfAnAddressOpensIt(RunningHub hub) throws IOException { // S42
    for (String path : DISGUISES) {
      for (String method : List.of("GET", "POST", "HEAD")) {
        Reply reply = raw(hub, method, path, Map.of());
        assertThat(reply.status()).as(method + " " + path).isBetween(400, 499);
        assertThat(reply.text()).as(path).doesNotContain("\"items\"").doesNotContain("paidonce_");
      }
    }
  }

  @OnHub(engines = Engine.H2)
  void onlyNotifyAndHealthAreAnonymous(RunningHub hub) throws IOException { // S29, S42
    for (String path :
        List.of(
            "/",
            "/error",
            "/api/v1/orders",
            "/api/v1/nothing",
            "/v3/api-docs",
            "/actuator",
            "/actuator/env",
            "/actuator/beans",
            "/actuator/heapdump",
            "/actuator/loggers",
            "/actuator/shutdown",
            "/actuator/mappings",
            "/h2-console",
            "/console",
            "/login",
            "/swagger-ui/index.html",
            "/notify",
            "/notifyx/shop-alipay")) {
      for (String method : List.of("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE")) {
        Reply reply = raw(hub, method, path, Map.of());
        assertThat(reply.status()).as(method + " " + path).isBetween(400, 499);
      }
    }
    for (String path :
        List.of("/actuator/health", "/actuator/health/liveness", "/actuator/health/readiness")) {
      Reply reply = read(hub, path, "");
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.json().path("status").asString()).isEqualTo("UP");
      assertThat(reply.json().has("components")).isFalse();
      assertThat(raw(hub, "POST", path, Map.of()).status()).isBetween(400, 499);
    }
  }

  @OnHub(engines = Engine.H2)
  void noReadChangesAnything(RunningHub hub) throws IOException { // S29
    String orderNo = hub.client().order(TestShop.WECHAT, "u-read");
    Map<String, String> key = Map.of("Authorization", "Bearer " + TestShop.API_KEY);
    var before = hub.client().order(orderNo);
    for (String path :
        List.of(
            "/notify/shop-wechat?out_trade_no=" + orderNo,
            "/api/v1/orders/" + orderNo + "/paid",
            "/api/v1/orders/" + orderNo + "/close",
            "/paySuccess?orderNo=" + orderNo)) {
      assertThat(raw(hub, "GET", path, key).status()).isBetween(400, 499);
    }
    assertThat(hub.client().order(orderNo)).isEqualTo(before);
  }

  @OnHub(engines = Engine.H2)
  void whatIsNotThereIsAProblemToo(RunningHub hub) {
    OrderApiCasesTest.problem(hub.client().get("/api/v1/orders/T000000"), 404, "NOT_FOUND");
    OrderApiCasesTest.problem(hub.client().get("/api/v1/nothing"), 404, "NOT_FOUND");
    assertThat(hub.client().get("/api/v1/accounts/nobody/token").json().path("balance").asLong())
        .isZero();
  }

  private static Reply read(RunningHub hub, String path, String authorization) {
    HttpRequest.Builder request = HttpRequest.newBuilder(hub.client().base().resolve(path));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return hub.client().send(request.build());
  }

  private static Reply raw(RunningHub hub, String method, String path, Map<String, String> more)
      throws IOException {
    Map<String, String> headers = new LinkedHashMap<>(more);
    headers.put("Host", "localhost");
    headers.put("Connection", "close");
    headers.put("Content-Length", "0");
    byte[] head = RawHttp.head(method + " " + path + " HTTP/1.1", headers);
    return RawHttp.exchange(hub.client().base(), head);
  }
}
