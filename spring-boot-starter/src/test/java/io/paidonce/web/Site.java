package io.paidonce.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An application on a real server, and a client that talks to it. */
final class Site implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final ConfigurableApplicationContext context;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {}

  private Site(ConfigurableApplicationContext context) {
    this.context = context;
  }

  static Site of(Stand stand, Class<?>... beans) {
    return of(stand, Map.of(), beans);
  }

  static Site of(Stand stand, Map<String, Object> more, Class<?>... beans) {
    Map<String, Object> properties = stand.properties();
    properties.putAll(more);
    List<Class<?>> sources = new ArrayList<>(List.of(beans));
    sources.add(Application.class);
    return new Site(
        new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
            .properties(properties)
            .run());
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  int port() {
    return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  Call post(String path) {
    return new Call("POST", path);
  }

  Call call(String method, String path) {
    return new Call(method, path);
  }

  @Override
  public void close() {
    context.close();
  }

  /** One request, as it is put together. */
  final class Call {

    private final HttpRequest.Builder request;
    private final String method;
    private byte[] body = {};

    Call(String method, String path) {
      this.method = method;
      this.request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path)).timeout(PATIENCE);
    }

    Call key(String key) {
      return header(KeyHeader.NAME, key);
    }

    Call header(String name, String value) {
      request.header(name, value);
      return this;
    }

    Call json(String text) {
      return body("application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    Call body(String type, byte[] bytes) {
      body = bytes;
      return header("Content-Type", type);
    }

    Reply send() {
      try {
        return new Reply(
            client.send(
                request.method(method, BodyPublishers.ofByteArray(body)).build(),
                BodyHandlers.ofByteArray()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** One answer. */
  record Reply(HttpResponse<byte[]> response) {

    int status() {
      return response.statusCode();
    }

    String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    String header(String name) {
      return String.join(", ", response.headers().allValues(name));
    }

    boolean replayed() {
      return header(HttpAnswer.REPLAYED).equals("true");
    }

    JsonNode json() {
      return JSON.readTree(response.body());
    }

    /** The code of a problem, after a look at the rest of it. */
    String code() {
      JsonNode problem = json();
      String code = problem.get("code").asString();
      String name = code.toLowerCase(java.util.Locale.ROOT).replace('_', '-');
      if (!header("Content-Type").equals("application/problem+json")
          || problem.get("status").asInt() != status()
          || !problem.get("type").asString().equals("urn:paidonce:problem:" + name)
          || problem.get("title").asString().isBlank()
          || problem.get("detail").asString().isBlank()) {
        throw new AssertionError("not a whole problem: " + text());
      }
      return code;
    }

    /**
     * All that must be the same in a replay. Not what belongs to the connection instead of the
     * answer: Tomcat closes one after its hundredth request.
     */
    Map<String, Object> same() {
      Map<String, List<String>> headers = new TreeMap<>(response.headers().map());
      headers.remove("connection");
      headers.remove("keep-alive");
      headers.remove("date");
      headers.remove("idempotency-replayed");
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("status", status());
      all.put("headers", headers);
      all.put("body", new String(response.body(), StandardCharsets.ISO_8859_1));
      return all;
    }
  }
}
