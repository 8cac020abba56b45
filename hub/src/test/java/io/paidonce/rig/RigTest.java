package io.paidonce.rig;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.simulator.Payment;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RigTest {

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPaymentOfEachDialectIsAppliedOnEachEngine(Engine engine) {
    TestShop shop = new TestShop(1);
    try (Database database = DatabaseServer.of(engine).freshDatabase();
        InProcessHub hub = InProcessHub.on(database)) {
      HubClient client = hub.client();
      for (String channel : new String[] {TestShop.ALIPAY, TestShop.WECHAT, TestShop.WECHAT_V2}) {
        String orderNo = client.order(channel, "u-" + channel);
        Payment payment = TestShop.payment(orderNo, 1000);
        var signer =
            channel.equals(TestShop.ALIPAY)
                ? shop.alipay()
                : channel.equals(TestShop.WECHAT) ? shop.wechatPay() : shop.wechatPayV2();
        assertThat(client.deliver(channel, signer.payment(payment, Instant.now())).status())
            .isIn(200, 204);
        client.orderIn(orderNo, "SUCCESS");
        assertThat(client.balance("u-" + channel, "token")).isEqualTo(1000);
      }
      assertThat(client.ledgerBalances()).isTrue();
    }
  }
}
