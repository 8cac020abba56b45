package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Compares the simulator's own list with what the hub says through its public API, and names every
 * promise that does not hold.
 */
final class Judge {

  private final HubApi api;
  private final Player player;
  private final Findings findings;
  private final Patience patience;
  private final Map<Dialect, Integer> applied = new EnumMap<>(Dialect.class);

  Judge(HubApi api, Player player, Findings findings, Patience patience) {
    this.api = api;
    this.player = player;
    this.findings = findings;
    this.patience = patience;
  }

  /**
   * Judges a finished story.
   *
   * @return notifications the hub reports as applied, per dialect
   */
  Map<Dialect, Integer> judge(List<Script> scripts) throws InterruptedException {
    for (Script script : scripts) {
      order(script);
      notifications(script);
    }
    cases(scripts);
    balances(scripts);
    trialBalance();
    return applied;
  }

  private void order(Script script) throws InterruptedException {
    String path = "/api/v1/orders/" + script.orderNo();
    Found found;
    do {
      found = Found.of(api.get(path));
      if (found.matches(script.expected())) {
        return;
      }
    } while (patience.wait100Millis());
    findings.broken(
        blame(script, found), script.orderNo() + ": " + found.difference(script.expected()));
  }

  /** Which promise a wrong order breaks: the most serious one that its numbers show. */
  private Promise blame(Script script, Found found) {
    Expected expected = script.expected();
    long received = expected.paid() + expected.unapplied();
    long shown = found.paid() + found.unapplied();
    if (script.promise() == Promise.FORGERIES_REFUSED || script.promise() == Promise.WRONG_AMOUNT) {
      return script.promise();
    }
    if (shown < received && player.isAcknowledged(script, "paid")) {
      return Promise.NOTHING_LOST;
    }
    return shown > received ? Promise.CREDITED_ONCE : script.promise();
  }

  private void notifications(Script script) throws InterruptedException {
    String path = "/api/v1/notifications?orderNo=" + script.orderNo();
    long expected =
        script.facts().stream().filter(fact -> player.isAcknowledged(script, fact)).count();
    List<JsonNode> rows;
    do {
      rows = callbacks(api.list(path));
      if (rows.size() == expected && unsettled(rows) == 0) {
        break;
      }
    } while (patience.wait100Millis());
    if (rows.size() != expected) {
      findings.broken(
          rows.size() < expected ? Promise.NOTHING_LOST : Promise.STORED_ONCE,
          script.orderNo()
              + ": expected "
              + expected
              + " stored notifications, found "
              + rows.size());
    }
    long done = rows.stream().filter(row -> outcome(row).equals("APPLIED")).count();
    applied.merge(script.actor().dialect(), Math.toIntExact(done), Integer::sum);
  }

  private static List<JsonNode> callbacks(HubApi.Reply reply) {
    List<JsonNode> rows = new ArrayList<>();
    for (JsonNode row : reply.body()) {
      if (row.path("evidence").asString("CALLBACK").equals("CALLBACK")) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static long unsettled(List<JsonNode> rows) {
    return rows.stream().filter(row -> outcome(row).equals("RECEIVED")).count();
  }

  private static String outcome(JsonNode row) {
    return row.path("outcome").asString("");
  }

  private void cases(List<Script> scripts) throws InterruptedException {
    List<Script> open =
        scripts.stream().filter(script -> !script.expected().caseKind().isEmpty()).toList();
    List<Script> missing;
    do {
      JsonNode cases = api.list("/api/v1/cases?state=OPEN").body();
      missing = open.stream().filter(script -> !hasCase(cases, script)).toList();
    } while (!missing.isEmpty() && patience.wait100Millis());
    for (Script script : missing) {
      findings.broken(
          script.promise(),
          script.orderNo()
              + ": expected an open case "
              + script.expected().caseKind()
              + ", found none");
    }
  }

  private static boolean hasCase(JsonNode cases, Script script) {
    for (JsonNode item : cases) {
      if (item.path("orderNo").asString("").equals(script.orderNo())
          && item.path("kind").asString("").equals(script.expected().caseKind())) {
        return true;
      }
    }
    return false;
  }

  private void balances(List<Script> scripts) throws InterruptedException {
    Map<String, List<Script>> byUser = new TreeMap<>();
    scripts.forEach(
        script -> byUser.computeIfAbsent(script.userId(), user -> new ArrayList<>()).add(script));
    for (Map.Entry<String, List<Script>> entry : byUser.entrySet()) {
      balance(entry.getKey(), entry.getValue());
    }
  }

  private void balance(String userId, List<Script> scripts) throws InterruptedException {
    long expected = scripts.stream().mapToLong(script -> script.expected().tokens()).sum();
    long found;
    do {
      HubApi.Reply reply = api.get("/api/v1/accounts/" + userId + "/token");
      found = reply.status() == 404 ? 0 : reply.body().path("balance").asLong(Long.MIN_VALUE);
      if (found == expected) {
        return;
      }
    } while (patience.wait100Millis());
    List<String> orders = scripts.stream().map(Script::orderNo).toList();
    findings.broken(
        scripts.get(0).promise(),
        "tokens of "
            + userId
            + ": expected "
            + expected
            + ", found "
            + (found == Long.MIN_VALUE ? "no balance" : Long.toString(found))
            + "; orders "
            + String.join(" ", orders));
  }

  private void trialBalance() throws InterruptedException {
    HubApi.Reply reply;
    do {
      reply = api.get("/api/v1/ledger/trial-balance");
    } while (reply.status() != 200 && patience.wait100Millis());
    if (reply.status() != 200 || reply.body().path("items").isEmpty()) {
      findings.broken(
          Promise.LEDGER_BALANCES,
          "expected a trial balance, found status " + reply.status() + " or no assets");
    }
    for (JsonNode item : reply.body().path("items")) {
      if (item.path("sum").asLong(Long.MIN_VALUE) != 0) {
        findings.broken(
            Promise.LEDGER_BALANCES,
            "asset "
                + item.path("asset").asString("?")
                + ": expected sum 0, found "
                + item.path("sum").asString("none"));
      }
    }
  }
}
