package io.paidonce.cases;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import tools.jackson.databind.JsonNode;

/** Users with tokens, and what they use of them. */
final class Using {

  static final String USAGE = "/api/v1/usage";
  static final String BATCH = "/api/v1/usage/batch";

  private Using() {}

  /** A user nobody has heard of. */
  static String newUser() {
    return "u-" + TestShop.newOrderNo();
  }

  /** A request id nobody has used. */
  static String newRequest() {
    return "req-" + TestShop.newOrderNo();
  }

  /** A user with 1000 tokens, paid for. */
  static String userOfThousand(RunningHub hub) {
    String user = newUser();
    topUp(hub, user);
    return user;
  }

  /** 1000 tokens more. */
  static void topUp(RunningHub hub, String user) {
    String orderNo = hub.client().order(TestShop.WECHAT, user);
    hub.client()
        .deliver(TestShop.WECHAT, Speaker.WECHAT.payment(hub, TestShop.payment(orderNo, 1000)));
    hub.client().orderIn(orderNo, "SUCCESS");
  }

  /** Asks for a deduction. */
  static Reply deduct(HubClient client, String requestId, String user, long amount) {
    return client.post(USAGE, "", item(requestId, user, amount));
  }

  /** {@code DEDUCTED 990}: what an answer says in short. */
  static String said(Reply reply) {
    return said(reply.json());
  }

  static String said(JsonNode answer) {
    String outcome = answer.path("outcome").asString("?");
    return answer.has("balance") ? outcome + " " + answer.path("balance").asLong() : outcome;
  }

  static String item(String requestId, String user, long amount) {
    return "{\"requestId\":\"%s\",\"userId\":\"%s\",\"asset\":\"token\",\"amount\":%d}"
        .formatted(requestId, user, amount);
  }

  static String item(String requestId, String user, long amount, String batch) {
    return item(requestId, user, amount).replace("}", ",\"batch\":\"" + batch + "\"}");
  }
}
