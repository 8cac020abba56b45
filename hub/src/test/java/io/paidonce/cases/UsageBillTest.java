package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.databases.Engine;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Upstream's bill beside our own records. */
class UsageBillTest {

  private static final String BILLS = "/api/v1/usage/bills";

  @OnHub
  void everyKindOfDifferenceIsCountedAndShown(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String batch = Using.newRequest();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(Using.newRequest());
      deduct(hub, ids.get(i), user, 10 + i, batch);
    }
    String elsewhere = Using.newRequest();
    deduct(hub, elsewhere, user, 1, "other");
    String stranger = Using.newRequest();
    String bill =
        "\uFEFFmodel,Request ID,note,TOKENS,batch\r\n"
            + "m,%s,\"a, \"\"b\"\"\",10,%s\r\n".formatted(ids.get(0), batch)
            + "m,\"%s\",,\"11\",%s\r\n".formatted(ids.get(1), batch)
            + "\r\n"
            + "m,%s,,99,%s\r\n".formatted(ids.get(2), batch)
            + "m,%s,,7,%s\r\n".formatted(stranger, batch)
            + "m,%s,,10,%s\r\n".formatted(ids.get(0), batch)
            + "m,%s,,1,%s".formatted(elsewhere, batch);
    Reply first = send(hub, "", bill);
    JsonNode report = first.json();
    assertThat(first.status()).as(first.text()).isEqualTo(200);
    assertThat(report.path("rows").asLong()).isEqualTo(6);
    assertThat(report.path("matched").asLong()).isEqualTo(2);
    assertThat(ids(report, "missingHere")).containsExactly(stranger);
    assertThat(ids(report, "missingThere")).containsExactlyInAnyOrder(ids.get(3), ids.get(4));
    assertThat(ids(report, "different")).containsExactly(ids.get(2), elsewhere);
    assertThat(ids(report, "repeated")).containsExactly(ids.get(0));
    JsonNode different = report.path("different").path("rows").get(0);
    assertThat(different.path("tokens").asLong()).isEqualTo(99);
    assertThat(different.path("recorded").asLong()).isEqualTo(12);
    assertThat(different.path("line").asLong()).isEqualTo(5);
    assertThat(send(hub, "", bill).text()).isEqualTo(first.text());
    JsonNode short1 = send(hub, "?limit=1", bill).json();
    assertThat(short1.path("missingThere").path("count").asLong()).isEqualTo(2);
    assertThat(ids(short1, "missingThere")).hasSize(1);
  }

  @OnHub
  void aBillWithoutBatchesIsComparedByTime(RunningHub hub) { // R4.6
    String user = Using.userOfThousand(hub);
    String asset = Using.newRequest();
    hub.write(
        "UPDATE usage_record SET created_at_ms = 5 WHERE created_at_ms BETWEEN 1000 AND 1999");
    for (int i = 0; i < 3; i++) {
      String id = "time-" + i + Using.newRequest();
      deduct(hub, id, user, 1, "x");
      hub.write(
          "UPDATE usage_record SET created_at_ms = ?, asset = ? WHERE request_id = ?",
          1000 + 500 * i,
          asset,
          id);
    }
    String bill = "request_id,tokens\nnobody-" + asset + ",1\n";
    assertThat(send(hub, "", bill).json().path("missingThere").isNull()).isTrue();
    String window = "?from=1970-01-01T00:00:01Z&to=1970-01-01T00:00:02Z";
    JsonNode report = send(hub, window + "&asset=" + asset, bill).json();
    assertThat(report.path("missingThere").path("count").asLong()).isEqualTo(2);
    assertThat(report.path("missingHere").path("count").asLong()).isEqualTo(1);
    JsonNode other = send(hub, window + "&asset=none", bill).json();
    assertThat(other.path("missingThere").path("count").asLong(-1)).isZero();
  }

  @OnHub
  void aBillBeyondOneChunkIsComparedWhole(RunningHub hub) { // R4.6
    String batch = Using.newRequest();
    StringBuilder bill = new StringBuilder("tokens,request_id,batch\n");
    for (int i = 0; i < 1201; i++) {
      String id = batch + "-" + i;
      hub.write(
          "INSERT INTO usage_record VALUES (?, 'u', 'token', ?, NULL, ?, ?)", id, 5, batch, 7);
      if (i % 3 != 0) {
        bill.append("5,").append(id).append(',').append(batch).append('\n');
      }
    }
    JsonNode report = send(hub, "", bill.toString()).json();
    assertThat(report.path("matched").asLong()).isEqualTo(800);
    assertThat(report.path("missingThere").path("count").asLong()).isEqualTo(401);
    assertThat(report.path("missingThere").path("rows").size()).isEqualTo(50);
    hub.write("DELETE FROM usage_record WHERE batch = ?", batch);
  }

  @OnHub(engines = Engine.H2)
  void whatIsNoBillIsRefusedWithItsLine(RunningHub hub) { // R4.6
    String head = "request_id,tokens\n";
    for (String wrong :
        List.of(
            "",
            "id,tokens\na,1\n",
            "request_id\na\n",
            "request_id,requestId,tokens\na,b,1\n",
            head + "a,1\nb\n",
            head + "a,1,2\n",
            head + "a,1.5\n",
            head + "a,-1\n",
            head + "a,\n",
            head + ",1\n",
            head + "a b,1\n",
            head + "a,1234567890123456789\n",
            head + "\"a\"x,1\n",
            head + "a,1\n" + "b".repeat(20_000) + ",1\n",
            head + "\"a,1\n")) {
      OrderApiCasesTest.problem(send(hub, "", wrong), 422, "UNPROCESSABLE");
    }
    byte[] notUtf8 = (head + "a\u00e9,1\n").getBytes(StandardCharsets.ISO_8859_1);
    OrderApiCasesTest.problem(send(hub, "", notUtf8), 422, "UNPROCESSABLE");
    assertThat(send(hub, "", head + "a,1\nb,x\n").json().path("detail").asString())
        .contains("line 3");
    for (String query : List.of("?limit=0", "?limit=201", "?from=1970-01-01T00:00:00Z", "?to=x")) {
      OrderApiCasesTest.problem(send(hub, query, head + "a,1\n"), 400, "BAD_REQUEST");
    }
    assertThat(send(hub, "", head).json().path("rows").asLong(-1)).isZero();
  }

  private static void deduct(
      RunningHub hub, String request, String user, long amount, String batch) {
    Reply reply = hub.client().post(Using.USAGE, "", Using.item(request, user, amount, batch));
    assertThat(Using.said(reply)).startsWith("DEDUCTED");
  }

  private static List<String> ids(JsonNode report, String part) {
    return report.path(part).path("rows").values().stream()
        .map(row -> row.path("requestId").asString())
        .toList();
  }

  private static Reply send(RunningHub hub, String query, String bill) {
    return send(hub, query, bill.getBytes(StandardCharsets.UTF_8));
  }

  private static Reply send(RunningHub hub, String query, byte[] bill) {
    return hub.client()
        .send(
            HttpRequest.newBuilder(hub.client().base().resolve(BILLS + query))
                .header("Authorization", "Bearer " + TestShop.READ_ONLY_KEY)
                .header("Content-Type", "text/csv")
                .POST(HttpRequest.BodyPublishers.ofByteArray(bill))
                .build());
  }
}
