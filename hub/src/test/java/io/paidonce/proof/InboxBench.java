package io.paidonce.proof;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Committed;
import io.paidonce.hub.inbox.Delivery;
import io.paidonce.hub.inbox.Inbox;
import io.paidonce.hub.inbox.InboxKey;
import io.paidonce.hub.inbox.InboxLimits;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.inbox.PutResult;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.model.SqlDialect;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.databases.Database;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Inboxes without a hub around them, on one real database. */
final class InboxBench implements AutoCloseable {

  private final SqlDialect dialect;
  private final HikariDataSource source;
  private final List<Inbox> inboxes = new ArrayList<>();

  InboxBench(Database database) {
    this.dialect = SqlDialect.ofUrl(database.jdbcUrl());
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.jdbcUrl());
    config.setUsername(database.username());
    config.setPassword(database.password());
    config.setMaximumPoolSize(4);
    config.setConnectionInitSql(dialect.sessionSetup());
    this.source = new HikariDataSource(config);
    Flyway.configure().dataSource(source).locations(dialect.migrations()).load().migrate();
  }

  /** The usual limits with another wait for company. */
  static InboxLimits waiting(Duration companyWait) {
    InboxLimits usual = InboxLimits.USUAL;
    return new InboxLimits(
        usual.batchMax(), usual.queueMax(), companyWait, usual.answerWithin(), usual.lease());
  }

  /** An inbox of a node of its own, whose rows nobody applies. */
  Inbox inbox(InboxLimits limits) {
    return inbox(limits, transactions());
  }

  /** An inbox of a node that takes what it committed for itself, and dies before it applies it. */
  Inbox inboxOfADyingNode() {
    return inbox(InboxLimits.USUAL, transactions(), new Dying());
  }

  /** An inbox over these transactions. */
  Inbox inbox(InboxLimits limits, PlatformTransactionManager transactions) {
    return inbox(limits, transactions, new Nobody());
  }

  private Inbox inbox(
      InboxLimits limits, PlatformTransactionManager transactions, Committed committed) {
    TransactionTemplate template = new TransactionTemplate(transactions);
    template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    Ids ids = Ids.secure(Clock.systemUTC());
    Inbox inbox =
        new Inbox(
            new InboxRepository(new NamedParameterJdbcTemplate(source), dialect, ids.next()),
            template,
            committed,
            ids,
            limits,
            Checkpoint.NONE);
    inboxes.add(inbox);
    return inbox;
  }

  /** The database's transactions, as the hub has them. */
  PlatformTransactionManager transactions() {
    return new JdbcTransactionManager(source);
  }

  /** A payment of a number nobody else has. */
  static Delivery payment() {
    return payment(TestShop.newOrderNo(), "{}");
  }

  /** A payment of this number. */
  static Delivery payment(String outTradeNo, String headers) {
    Event event =
        new Event(
            new ChannelName(TestShop.ALIPAY),
            new Merchant("alipay", TestShop.ALIPAY_MERCHANT.sellerId()),
            EventKind.PAYMENT,
            EventStatus.PAID,
            Evidence.CALLBACK,
            "TRADE_SUCCESS",
            outTradeNo,
            "42" + outTradeNo,
            null,
            null,
            new Money(1000, "CNY"),
            null,
            null,
            null,
            Instant.now());
    byte[] body = ("out_trade_no=" + outTradeNo).getBytes(StandardCharsets.UTF_8);
    return new Delivery(InboxKey.of(event), event, headers, body, Instant.now());
  }

  /** The payment of this order, as {@link Paid#message} tells it. */
  static Delivery payment(Paid paid) {
    return payment(paid.orderNo(), "{}");
  }

  /** Many payments of different numbers. */
  static List<Delivery> payments(int count) {
    return new ArrayList<>(IntStream.range(0, count).mapToObj(i -> payment()).toList());
  }

  /** Puts all so close together that they share a batch, and waits for the results. */
  static List<PutResult> putTogether(Inbox inbox, List<Delivery> deliveries) {
    deliveries.forEach(delivery -> inbox.coming());
    List<CompletableFuture<PutResult>> results = deliveries.stream().map(inbox::put).toList();
    deliveries.forEach(delivery -> inbox.left());
    return results.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    inboxes.forEach(Inbox::close);
    source.close();
  }

  private static final class Dying implements Committed {
    @Override
    public boolean reserve(int count) {
      return true;
    }

    @Override
    public void accept(List<Claimed> fresh, int reserved) {}
  }

  private static final class Nobody implements Committed {
    @Override
    public boolean reserve(int count) {
      return false;
    }

    @Override
    public void accept(List<Claimed> fresh, int reserved) {
      throw new IllegalStateException("nothing was reserved");
    }
  }
}
