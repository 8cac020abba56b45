package io.paidonce.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.entitlement.LedgerAudit;
import io.paidonce.hub.entitlement.LedgerAudit.Difference;
import tools.jackson.databind.JsonNode;

/** Double entry: what is taken of one account is in another, and balances are sums of entries. */
class LedgerTest {

  @OnHub
  void everyAssetSumsToZeroAndTheContraAccountIsOnlyASum(RunningHub hub) { // R4.5
    String asset = "asset-" + Using.newRequest();
    String user = Using.userOfThousand(hub);
    hub.write(
        "UPDATE ledger_entry SET asset = ? WHERE asset = 'token' AND user_id = ?", asset, user);
    hub.write(
        "UPDATE ledger_entry SET asset = ? WHERE account = 'issued' AND order_no IN"
            + " (SELECT order_no FROM orders WHERE user_id = ?)",
        asset,
        user);
    hub.write("UPDATE account SET asset = ? WHERE user_id = ?", asset, user);
    hub.client()
        .post(Using.USAGE, "", Using.item(Using.newRequest(), user, 300).replace("token", asset));
    JsonNode sum = sum(hub, asset);
    assertThat(sum.path("sum").asLong(-1)).isZero();
    assertThat(sum.path("entries").asLong()).isEqualTo(4);
    assertThat(sum.path("accounts").path("issued").asLong()).isEqualTo(-1000);
    assertThat(sum.path("accounts").path("used").asLong()).isEqualTo(300);
    assertThat(sum.path("accounts").path("user").asLong()).isEqualTo(700);
    assertThat(hub.count("SELECT COUNT(*) FROM account WHERE asset = ?", asset)).isEqualTo(1);
  }

  @OnHub
  void aBalanceThatIsNotTheSumOfItsEntriesIsFound(RunningHub hub) { // R4.5
    String user = Using.userOfThousand(hub);
    Using.deduct(hub.client(), Using.newRequest(), user, 1);
    LedgerAudit audit = hub.bean(LedgerAudit.class);
    assertThat(audit.run().count()).isZero();
    assertThat(audit.run().accounts()).isEqualTo(hub.count("SELECT COUNT(*) FROM account"));
    hub.write("UPDATE account SET balance = balance + 5 WHERE user_id = ?", user);
    try {
      assertThat(audit.run().differences())
          .containsExactly(new Difference(user, "token", 1004, 999));
      assertThat(hub.client().ledgerBalances()).isFalse();
    } finally {
      hub.write("UPDATE account SET balance = balance - 5 WHERE user_id = ?", user);
    }
    assertThat(audit.run().count()).isZero();
  }

  @OnHub
  void anEntryWithoutItsOtherSideIsFound(RunningHub hub) { // R4.5
    LedgerAudit audit = hub.bean(LedgerAudit.class);
    String cause = "wrong:" + Using.newRequest();
    hub.write(
        "INSERT INTO ledger_entry (cause, line, account, asset, amount, created_at_ms)"
            + " VALUES (?, 1, 'issued', 'token', -7, 0)",
        cause);
    try {
      assertThat(audit.run().unbalanced()).containsExactly("token");
      assertThat(sum(hub, "token").path("sum").asLong()).isEqualTo(-7);
    } finally {
      hub.write("DELETE FROM ledger_entry WHERE cause = ?", cause);
    }
    assertThat(audit.run().count()).isZero();
  }

  @OnHub
  void accountsBeyondOneChunkAreAllLookedAt(RunningHub hub) { // R4.5
    String prefix = Using.newUser();
    for (int i = 0; i < 450; i++) {
      hub.write("INSERT INTO account VALUES (?, ?, ?)", prefix + i / 3, "a" + i % 3, 0);
    }
    hub.write("UPDATE account SET balance = 1 WHERE user_id = ? AND asset = 'a2'", prefix + 149);
    try {
      assertThat(hub.bean(LedgerAudit.class).run().differences())
          .containsExactly(new Difference(prefix + 149, "a2", 1, 0));
    } finally {
      hub.write("DELETE FROM account WHERE user_id LIKE ?", prefix + "%");
    }
  }

  private static JsonNode sum(RunningHub hub, String asset) {
    return hub.client().items("/api/v1/ledger/trial-balance").stream()
        .filter(item -> item.path("asset").asString("").equals(asset))
        .findFirst()
        .orElseThrow();
  }
}
