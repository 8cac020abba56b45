package io.paidonce.simulator.story;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The stand-in hub's memory and its rules; every method under one lock. */
final class StandInBooks {

  /** Ways to be wrong, one at a time. */
  enum Fault {
    NONE,
    DOUBLE_CREDIT,
    ACCEPTS_FORGED,
    WRONG_BYTES,
    LOSES_AFTER_ANSWER,
    STORES_TWICE,
    CREDITS_WRONG_AMOUNT,
    CLOSES_PAID_ORDER,
    PAYS_CLOSED_ORDER,
    KEEPS_REFUNDED_TOKENS,
    APPLIES_UNSIGNED_REFUND,
    FORGETS_REQUESTS,
    FORGETS_UNKNOWN_ORDERS,
    UNBALANCED
  }

  private static final class Order {
    final String userId;
    final long amountFen;
    final long tokens;
    String state = "PAYING";
    long paid;
    long unapplied;
    long granted;
    long taken;
    long cumulative;
    final Map<String, Long> refunds = new HashMap<>();

    Order(String userId, long amountFen, long tokens) {
      this.userId = userId;
      this.amountFen = amountFen;
      this.tokens = tokens;
    }
  }

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, Order> orders = new HashMap<>();
  private final Map<String, List<StandInReader.Event>> parked = new HashMap<>();
  private final Map<String, List<String>> rows = new LinkedHashMap<>();
  private final Map<String, JsonNode> requests = new HashMap<>();
  private final List<ObjectNode> cases = new ArrayList<>();
  private final Set<String> keys = new java.util.HashSet<>();
  private final Fault fault;
  private @Nullable Path journal;
  private int payments;

  /** Books that a kill of the process survive when there is a journal file. */
  StandInBooks(Fault fault, @Nullable Path journal) {
    this.fault = fault;
    if (journal != null && Files.exists(journal)) {
      replay(journal);
    }
    this.journal = journal;
  }

  private void replay(Path file) {
    try {
      for (String line : Files.readAllLines(file)) {
        if (!line.endsWith("}")) {
          continue; // the kill cut it; nobody was told
        }
        JsonNode json = JSON.readTree(line);
        if (json.has("kind")) {
          take(JSON.treeToValue(json, StandInReader.Event.class));
        } else {
          create(json.path("key").asString(), json.path("body"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Object entry) {
    if (journal == null) {
      return;
    }
    try {
      Files.writeString(
          journal,
          "\n" + JSON.writeValueAsString(entry),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized HubApi.Reply create(String key, JsonNode body) {
    JsonNode earlier = requests.putIfAbsent(key, body);
    if (earlier != null && !earlier.equals(body)) {
      return problem(422);
    }
    String orderNo = body.path("orderNo").asString();
    if (earlier != null && fault == Fault.FORGETS_REQUESTS) {
      return problem(409);
    }
    if (earlier == null) {
      write(Map.of("key", key, "body", body));
      Product product =
          List.of(Product.values()).stream()
              .filter(p -> p.code().equals(body.path("product").asString()))
              .findFirst()
              .orElseThrow();
      long quantity = body.path("quantity").asLong(1);
      orders.put(
          orderNo,
          new Order(
              body.path("userId").asString(),
              product.priceFen() * quantity,
              product.tokens() * quantity));
      List<StandInReader.Event> waiting = parked.getOrDefault(orderNo, List.of());
      List.copyOf(waiting).forEach(event -> apply(known(orderNo), event));
    }
    ObjectNode answer = HubApi.object().put("orderNo", orderNo).put("state", "PAYING");
    return new HubApi.Reply(201, answer);
  }

  /** Takes one genuine event; the answer may be sent when this returns. */
  synchronized void take(StandInReader.Event event) {
    boolean isNew = keys.add(event.key());
    if (isNew) {
      write(event);
    }
    String orderNo = event.outTradeNo();
    boolean unknown = !orders.containsKey(orderNo);
    if (unknown && fault == Fault.FORGETS_UNKNOWN_ORDERS) {
      return;
    }
    if (isNew || fault == Fault.STORES_TWICE) {
      rows.computeIfAbsent(orderNo, no -> new ArrayList<>()).add(unknown ? "PARKED" : "APPLIED");
    }
    boolean newPayment = isNew && event.kind().equals("PAID");
    boolean lost = fault == Fault.LOSES_AFTER_ANSWER && newPayment && ++payments % 5 == 0;
    if (lost || (!isNew && fault != Fault.DOUBLE_CREDIT)) {
      return;
    }
    Order order = orders.get(orderNo);
    if (order == null || (event.kind().endsWith("REFUND") && order.paid == 0)) {
      parked.computeIfAbsent(orderNo, no -> new ArrayList<>()).add(event);
      return;
    }
    apply(order, event);
  }

  private Order known(String orderNo) {
    return java.util.Objects.requireNonNull(orders.get(orderNo));
  }

  private void apply(Order order, StandInReader.Event event) {
    switch (event.kind()) {
      case "PAID" -> paid(order, event);
      case "CLOSED" -> {
        if (order.paid == 0 || fault == Fault.CLOSES_PAID_ORDER) {
          order.state = "CLOSED";
        }
      }
      case "REFUND" -> refunded(order, event);
      default -> {
        if (fault == Fault.APPLIES_UNSIGNED_REFUND) {
          refunded(order, event);
        }
      }
    }
  }

  private void paid(Order order, StandInReader.Event event) {
    String orderNo = event.outTradeNo();
    if (event.amountFen() != order.amountFen && fault != Fault.CREDITS_WRONG_AMOUNT) {
      open("AMOUNT_MISMATCH", orderNo);
      return;
    }
    if (order.state.equals("CLOSED") && fault != Fault.PAYS_CLOSED_ORDER) {
      order.unapplied = event.amountFen();
      open("LATE_PAYMENT", orderNo);
      return;
    }
    order.state = "SUCCESS";
    order.paid += event.amountFen();
    order.granted += order.tokens;
    List<StandInReader.Event> waiting = parked.getOrDefault(orderNo, new ArrayList<>());
    for (StandInReader.Event refund : List.copyOf(waiting)) {
      if (refund.kind().equals("REFUND") && waiting.remove(refund)) {
        refunded(order, refund);
      }
    }
  }

  private void refunded(Order order, StandInReader.Event event) {
    if (event.cumulative()) {
      order.cumulative = Math.max(order.cumulative, event.refundFen());
    } else {
      order.refunds.put(event.refundNo(), event.refundFen());
    }
    long refunded = refunded(order);
    order.state = refunded >= order.paid ? "REFUNDED" : "PARTIALLY_REFUNDED";
    if (fault != Fault.KEEPS_REFUNDED_TOKENS) {
      order.taken = order.granted * refunded / order.paid;
    }
  }

  private static long refunded(Order order) {
    long sum = order.refunds.values().stream().mapToLong(Long::longValue).sum();
    return Math.max(sum, order.cumulative);
  }

  private void open(String kind, String orderNo) {
    cases.add(HubApi.object().put("kind", kind).put("state", "OPEN").put("orderNo", orderNo));
  }

  synchronized HubApi.Reply order(String orderNo) {
    Order order = orders.get(orderNo);
    if (order == null) {
      return problem(404);
    }
    ObjectNode json = HubApi.object().put("orderNo", orderNo).put("state", order.state);
    json.putObject("paid").put("value", order.paid).put("currency", "CNY");
    json.putObject("refunded").put("value", refunded(order)).put("currency", "CNY");
    json.putObject("unapplied").put("value", order.unapplied).put("currency", "CNY");
    return new HubApi.Reply(200, json);
  }

  synchronized HubApi.Reply notifications(String orderNo) {
    ObjectNode json = HubApi.object();
    var items = json.putArray("items");
    for (String outcome : rows.getOrDefault(orderNo, List.of())) {
      items.addObject().put("evidence", "CALLBACK").put("outcome", outcome);
    }
    json.putNull("next");
    return new HubApi.Reply(200, json);
  }

  synchronized HubApi.Reply cases() {
    ObjectNode json = HubApi.object();
    json.putArray("items").addAll(cases);
    json.putNull("next");
    return new HubApi.Reply(200, json);
  }

  synchronized HubApi.Reply balance(String userId) {
    long balance =
        orders.values().stream()
            .filter(order -> order.userId.equals(userId))
            .mapToLong(order -> order.granted - order.taken)
            .sum();
    return new HubApi.Reply(200, HubApi.object().put("balance", balance));
  }

  HubApi.Reply trialBalance() {
    ObjectNode json = HubApi.object();
    json.putArray("items")
        .addObject()
        .put("asset", "token")
        .put("sum", fault == Fault.UNBALANCED ? 1 : 0)
        .put("entries", 2);
    return new HubApi.Reply(200, json);
  }

  private static HubApi.Reply problem(int status) {
    return new HubApi.Reply(status, HubApi.object().put("code", "stand-in"));
  }
}
