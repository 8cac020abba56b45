package io.paidonce.simulator.story;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** The hub's public API, as a merchant's backend would call it. Thread-safe. */
final class HubApi {

  /** Most pages of one list that are read. */
  private static final int PAGES_MAX = 50;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final URI base;
  private final String apiKey;

  HubApi(URI base, String apiKey) {
    this.base = base;
    this.apiKey = apiKey;
  }

  /**
   * An answer.
   *
   * @param status 0 when there was none
   * @param body missing node when it is not JSON
   */
  record Reply(int status, JsonNode body) {}

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  URI notifyUrl(Actor actor) {
    return base.resolve("/notify/" + actor.channel());
  }

  Reply get(String path) throws InterruptedException {
    return call(request(path).GET());
  }

  Reply post(String path, String idempotencyKey, JsonNode body) throws InterruptedException {
    return call(
        request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", idempotencyKey)
            .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
  }

  /** All items of a list, following {@code next}; status of the last page read. */
  Reply list(String path) throws InterruptedException {
    var items = JSON.createArrayNode();
    String next = path;
    Reply page = new Reply(0, MissingNode.getInstance());
    for (int i = 0; i < PAGES_MAX && !next.isEmpty(); i++) {
      page = get(next);
      page.body().path("items").forEach(items::add);
      String cursor = page.body().path("next").asString("");
      next = cursor.isEmpty() ? "" : nextPath(path, cursor);
    }
    return new Reply(page.status(), items);
  }

  private static String nextPath(String path, String cursor) {
    if (cursor.startsWith("/")) {
      return cursor;
    }
    String escaped = URLEncoder.encode(cursor, StandardCharsets.UTF_8);
    return path + (path.contains("?") ? "&" : "?") + "after=" + escaped;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path))
        .timeout(TIMEOUT)
        .header("Accept", "application/json")
        .header("Authorization", "Bearer " + apiKey);
  }

  private Reply call(HttpRequest.Builder request) throws InterruptedException {
    try {
      HttpResponse<byte[]> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new Reply(answer.statusCode(), parse(answer.body()));
    } catch (IOException e) {
      return new Reply(0, MissingNode.getInstance());
    }
  }

  private static JsonNode parse(byte[] body) {
    try {
      return body.length == 0 ? MissingNode.getInstance() : JSON.readTree(body);
    } catch (JacksonException e) {
      return MissingNode.getInstance();
    }
  }
}
