package io.paidonce.rig;

import io.paidonce.simulator.Signed;
import io.paidonce.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks to a hub by its public doors only. */
public final class HubClient {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final URI base;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /** A client of the hub at this address. */
  public HubClient(URI base) {
    this.base = base;
  }

  /** Status, headers and bytes of an answer. */
  public record Reply(int status, Map<String, List<String>> headers, byte[] body) {
    /** The body as text. */
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    /** The body as JSON. */
    public JsonNode json() {
      return JSON.readTree(body);
    }
  }

  /** Delivers a notification. */
  public Reply deliver(String channel, Signed message) {
    return deliver(channel, message, Map.of());
  }

  /** Delivers a notification with further headers. */
  public Reply deliver(String channel, Signed message, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve("/notify/" + channel))
            .timeout(PATIENCE)
            .header("Content-Type", message.contentType())
            .method(message.method(), HttpRequest.BodyPublishers.ofByteArray(message.body()));
    message.headers().forEach((name, values) -> values.forEach(v -> request.header(name, v)));
    headers.forEach(request::header);
    return send(request.build());
  }

  /** Sends raw bytes to any path. */
  public Reply post(String path, String contentType, byte[] body) {
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(PATIENCE)
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build());
  }

  /** Any request. */
  public Reply send(HttpRequest request) {
    try {
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      return new Reply(response.statusCode(), response.headers().map(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the hub", e);
    }
  }

  /** A GET of the API with the test key. */
  public Reply get(String path) {
    return send(authorised(path, TestShop.API_KEY).GET().build());
  }

  /** A POST of the API with the test key and an Idempotency-Key. */
  public Reply post(String path, String idempotencyKey, String json) {
    return send(
        authorised(path, TestShop.API_KEY)
            .header("Idempotency-Key", idempotencyKey)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  /** Makes an order of the product tokens-1000 (10.00 CNY, 1000 tokens) and returns its number. */
  public String order(String channel, String userId) {
    return order(channel, userId, TestShop.newOrderNo());
  }

  /** Makes an order of the product tokens-1000 under this number. */
  public String order(String channel, String userId, String orderNo) {
    Reply reply =
        post(
            "/api/v1/orders",
            UUID.randomUUID().toString(),
            """
            {"orderNo":"%s","userId":"%s","product":"tokens-1000","channel":"%s"}
            """
                .formatted(orderNo, userId, channel));
    if (reply.status() != 201) {
      throw new IllegalStateException("order not made: " + reply.status() + " " + reply.text());
    }
    return orderNo;
  }

  /** The order as the API shows it. */
  public JsonNode order(String orderNo) {
    return get("/api/v1/orders/" + orderNo).json();
  }

  /** The order once it is in this state; fails with what it is instead after a deadline. */
  public JsonNode orderIn(String orderNo, String state) {
    return Eventually.value(
        () -> order(orderNo), order -> order.path("state").asString("").equals(state), PATIENCE);
  }

  /** The balance of a user. */
  public long balance(String userId, String asset) {
    return get("/api/v1/accounts/" + userId + "/" + asset).json().path("balance").asLong(-1);
  }

  /** The notifications of an order, once none of them is undecided. */
  public List<JsonNode> settledNotifications(String orderNo, int count) {
    return Eventually.value(
        () -> notifications(orderNo),
        rows ->
            rows.size() == count
                && rows.stream().noneMatch(r -> r.path("outcome").asString("").equals("RECEIVED")),
        PATIENCE);
  }

  /** The notifications of an order. */
  public List<JsonNode> notifications(String orderNo) {
    return items("/api/v1/notifications?orderNo=" + orderNo);
  }

  /** The open cases of an order, by kind. */
  public List<String> casesOf(String orderNo) {
    return items("/api/v1/cases?state=OPEN&limit=200").stream()
        .filter(one -> one.path("orderNo").asString("").equals(orderNo))
        .map(one -> one.path("kind").asString(""))
        .sorted()
        .toList();
  }

  /** The items of a list. */
  public List<JsonNode> items(String path) {
    return List.copyOf(get(path).json().path("items").values());
  }

  /** The trial balance: true if every asset sums to zero and every balance to its entries. */
  public boolean ledgerBalances() {
    JsonNode balance = get("/api/v1/ledger/trial-balance").json();
    return balance.path("crookedAccounts").asLong(-1) == 0
        && balance.path("items").values().stream().allMatch(i -> i.path("sum").asLong(-1) == 0);
  }

  /** The address. */
  public URI base() {
    return base;
  }

  private HttpRequest.Builder authorised(String path, String key) {
    return HttpRequest.newBuilder(base.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + key);
  }
}
