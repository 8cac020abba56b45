package io.paidonce.simulator.story;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.sending.AckRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A hub in memory, right in everything the story asks of it, or wrong in exactly one way. A kill
 * closes its port; what it has acknowledged it still knows afterwards.
 */
final class StandInHub implements HubProcess {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<String, Dialect> CHANNELS =
      Map.of(
          "shop-alipay", Dialect.ALIPAY,
          "shop-wechat", Dialect.WECHATPAY,
          "shop-wechat-v2", Dialect.WECHATPAY_V2);

  static {
    // Else an answer's head and body wait 40 ms for each other.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final Cast cast;
  private final StandInBooks.Fault fault;
  private final StandInBooks books;
  private final StandInReader reader;
  private final int port;
  private @Nullable HttpServer server;
  private @Nullable ExecutorService threads;
  private int starts;
  private boolean up;

  StandInHub(Cast cast, StandInBooks.Fault fault) {
    this(cast, fault, new StandInBooks(fault, null), freePort());
  }

  StandInHub(Cast cast, StandInBooks.Fault fault, StandInBooks books, int port) {
    this.cast = cast;
    this.fault = fault;
    this.books = books;
    this.reader = new StandInReader(cast, fault == StandInBooks.Fault.ACCEPTS_FORGED);
    this.port = port;
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + port);
  }

  int starts() {
    return starts;
  }

  @Override
  public void start() {
    if (up) {
      return;
    }
    try {
      starts++;
      HttpServer started =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
      threads = Executors.newCachedThreadPool();
      started.setExecutor(threads);
      started.createContext("/notify/", this::notified);
      started.createContext("/api/v1/", this::asked);
      started.createContext("/actuator/", exchange -> answer(exchange, 200, "text/plain", "UP"));
      started.start();
      server = started;
      up();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private synchronized void up() {
    up = true;
    notifyAll();
  }

  /** Takes the place of waiting: returns at once while the hub is up. */
  synchronized void awaitUp() throws InterruptedException {
    while (!up) {
      wait();
    }
  }

  /** A wrong hub shrugs it off: its test is about something else, and a kill takes seconds. */
  @Override
  public void killHard() {
    if (fault != StandInBooks.Fault.NONE) {
      return;
    }
    synchronized (this) {
      up = false;
    }
    stop();
  }

  @Override
  public void stop() {
    if (server != null && threads != null) {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private void notified(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Dialect dialect =
        CHANNELS.getOrDefault(path.substring(path.lastIndexOf('/') + 1), Dialect.ALIPAY);
    byte[] body = exchange.getRequestBody().readAllBytes();
    Optional<StandInReader.Event> event = Optional.empty();
    String serial = header(exchange, "Wechatpay-Serial");
    boolean unknownSerial = dialect == Dialect.WECHATPAY && !serial.equals(Cast.WECHATPAY_SERIAL);
    try {
      event = reader.read(dialect, name -> header(exchange, name), body);
    } catch (GeneralSecurityException | RuntimeException e) {
      event = Optional.empty();
    }
    if (unknownSerial) {
      answer(exchange, 500, "application/json", "{\"code\":\"FAIL\",\"message\":\"key\"}");
      return;
    }
    event.ifPresent(books::take);
    acknowledge(exchange, dialect, event.isPresent());
  }

  private void acknowledge(HttpExchange exchange, Dialect dialect, boolean ok) throws IOException {
    boolean wrong = fault == StandInBooks.Fault.WRONG_BYTES;
    switch (dialect) {
      case ALIPAY -> {
        String good = wrong ? "\"success\"" : "success";
        answer(exchange, 200, "text/plain", ok ? good : "fail");
      }
      case WECHATPAY_V2 ->
          answer(exchange, 200, "text/xml", ok ? AckRule.V2_SUCCESS : AckRule.V2_FAIL);
      case WECHATPAY -> {
        if (ok) {
          answer(exchange, 204, "", "");
        } else {
          answer(exchange, 401, "application/json", "{\"code\":\"FAIL\",\"message\":\"no\"}");
        }
      }
    }
  }

  private void asked(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring("/api/v1/".length());
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    HubApi.Reply reply;
    if (!header(exchange, "Authorization").equals("Bearer " + cast.apiKey())) {
      reply = new HubApi.Reply(401, HubApi.object());
    } else if (exchange.getRequestMethod().equals("POST")) {
      JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
      reply = books.create(header(exchange, "Idempotency-Key"), body);
    } else if (path.startsWith("orders/")) {
      reply = books.order(path.substring("orders/".length()));
    } else if (path.equals("notifications")) {
      reply = books.notifications(query.substring("orderNo=".length()));
    } else if (path.equals("cases")) {
      reply = books.cases();
    } else if (path.equals("ledger/trial-balance")) {
      reply = books.trialBalance();
    } else {
      reply = books.balance(path.split("/", -1)[1]);
    }
    answer(exchange, reply.status(), "application/json", JSON.writeValueAsString(reply.body()));
  }

  private static void answer(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!type.isEmpty()) {
      exchange.getResponseHeaders().set("Content-Type", type);
    }
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }
}
