package io.paidonce.hub.wiring;

import io.micrometer.core.instrument.MeterRegistry;
import io.paidonce.hub.api.ApiKeys;
import io.paidonce.hub.api.ChannelDirectory;
import io.paidonce.hub.api.NotifyUrls;
import io.paidonce.hub.api.UsageLimits;
import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.catalog.AgentLimits;
import io.paidonce.hub.catalog.Catalog;
import io.paidonce.hub.entitlement.BillComparison;
import io.paidonce.hub.entitlement.Deductions;
import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.entitlement.LedgerAudit;
import io.paidonce.hub.entitlement.UsageRepository;
import io.paidonce.hub.inbox.DeliveryCounter;
import io.paidonce.hub.inbox.Inbox;
import io.paidonce.hub.inbox.InboxLimits;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.inbox.RejectionLog;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.SqlDialect;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.order.Orders;
import io.paidonce.hub.order.RefundRequests;
import io.paidonce.hub.outbox.Outbox;
import io.paidonce.hub.pipeline.Pipeline;
import io.paidonce.hub.pipeline.Policy;
import io.paidonce.hub.pipeline.Workers;
import io.paidonce.hub.provider.Channels;
import io.paidonce.hub.story.Story;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Joins the rooms. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(HubProperties.class)
class HubWiring {

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  Ids ids(Clock clock) {
    return Ids.secure(clock);
  }

  /** Names this process in claims and counts; a restarted process is another node. */
  @Bean
  NodeName nodeName(Ids ids) {
    return new NodeName(ids.next());
  }

  @Bean
  OpenChannels channels(HubProperties properties, Clock clock) {
    return new OpenChannels(Channels.open(Settings.channels(properties), clock));
  }

  @Bean
  ChannelDirectory channelDirectory(OpenChannels channels) {
    Map<ChannelName, Merchant> merchants = new HashMap<>();
    channels.all().forEach((name, channel) -> merchants.put(name, channel.merchant()));
    return new ChannelDirectory(merchants);
  }

  @Bean
  NotifyUrls notifyUrls(HubProperties properties, Environment environment) {
    return new NotifyUrls(Settings.publicUrl(properties, environment));
  }

  @Bean
  ApiKeys apiKeys(HubProperties properties) {
    return new ApiKeys(Settings.apiKeys(properties));
  }

  @Bean
  Catalog catalog(HubProperties properties) {
    return Settings.catalog(properties);
  }

  @Bean
  AgentLimits agentLimits(HubProperties properties) {
    return Settings.agentLimits(properties);
  }

  @Bean
  Epoch epoch(DataSource source, FlywayMigrationInitializer migrated) {
    return new Epoch(source);
  }

  @Bean
  InboxRepository inboxRepository(
      NamedParameterJdbcTemplate jdbc, SqlDialect dialect, NodeName node) {
    return new InboxRepository(jdbc, dialect, node.value());
  }

  @Bean
  OrderRepository orderRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    return new OrderRepository(jdbc, dialect);
  }

  @Bean
  RefundRequests refundRequests(TransactionTemplate transaction, OrderRepository repository) {
    return new RefundRequests(transaction, repository);
  }

  @Bean
  EntitlementRepository entitlementRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    return new EntitlementRepository(jdbc, dialect);
  }

  @Bean
  UsageRepository usageRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect) {
    return new UsageRepository(jdbc, dialect);
  }

  @Bean
  Deductions deductions(
      EntitlementRepository entitlements, UsageRepository usages, TransactionTemplate transaction) {
    return new Deductions(entitlements, usages, transaction);
  }

  @Bean
  BillComparison billComparison(UsageRepository usages, HubProperties properties) {
    HubProperties.UsageSetting limits = properties.usage();
    return new BillComparison(usages, limits.billRowsMax(), limits.billBytesMax());
  }

  @Bean
  LedgerAudit ledgerAudit(NamedParameterJdbcTemplate jdbc, TransactionTemplate transaction) {
    return new LedgerAudit(jdbc, transaction);
  }

  @Bean
  UsageLimits usageLimits(HubProperties properties) {
    return new UsageLimits(properties.usage().batchMax());
  }

  @Bean
  Outbox outbox(NamedParameterJdbcTemplate jdbc, SqlDialect dialect, Ids ids, JsonMapper json) {
    return new Outbox(jdbc, dialect, ids, json);
  }

  @Bean
  CaseRepository caseRepository(NamedParameterJdbcTemplate jdbc, SqlDialect dialect, Ids ids) {
    return new CaseRepository(jdbc, dialect, ids);
  }

  @Bean
  Story story(NamedParameterJdbcTemplate jdbc, CaseRepository cases) {
    return new Story(jdbc, cases);
  }

  @Bean
  Orders orders(
      NamedParameterJdbcTemplate jdbc,
      SqlDialect dialect,
      TransactionTemplate transaction,
      OrderRepository repository,
      InboxRepository inbox) {
    return new Orders(jdbc, dialect, transaction, repository, inbox::wakeParked);
  }

  @Bean
  DeliveryCounter deliveryCounter(NamedParameterJdbcTemplate jdbc, NodeName node) {
    return new DeliveryCounter(jdbc, node.value());
  }

  @Bean
  RejectionLog rejectionLog(NamedParameterJdbcTemplate jdbc, Ids ids, HubProperties properties) {
    return new RejectionLog(jdbc, ids, properties.ingress().rejectionsPerHour());
  }

  @Bean
  Pipeline pipeline(
      InboxRepository inbox,
      OrderRepository orders,
      EntitlementRepository entitlements,
      Outbox outbox,
      CaseRepository cases,
      TransactionTemplate transaction,
      HubProperties properties,
      Clock clock,
      ObjectProvider<Checkpoint> checkpoint,
      MeterRegistry meters) {
    Policy policy =
        new Policy(
            properties.latePayment(),
            properties.clawback(),
            properties.pipeline().parkedCaseAfter(),
            properties.pipeline().attemptsMax());
    return new Pipeline(
        inbox,
        orders,
        entitlements,
        outbox,
        cases,
        transaction,
        policy,
        clock,
        checkpoint.getIfAvailable(() -> Checkpoint.NONE),
        meters);
  }

  @Bean(destroyMethod = "")
  Workers workers(
      Pipeline pipeline,
      InboxRepository inbox,
      TransactionTemplate transaction,
      HubProperties properties) {
    HubProperties.PipelineSetting limits = properties.pipeline();
    return new Workers(
        pipeline,
        inbox,
        transaction,
        new Workers.Limits(
            limits.workers(), limits.pendingMax(), limits.sweepEvery(), limits.lease()));
  }

  @Bean(destroyMethod = "")
  Inbox inbox(
      InboxRepository repository,
      TransactionTemplate transaction,
      Workers workers,
      Ids ids,
      HubProperties properties,
      ObjectProvider<Checkpoint> checkpoint) {
    HubProperties.InboxSetting limits = properties.inbox();
    return new Inbox(
        repository,
        transaction,
        workers,
        ids,
        new InboxLimits(
            limits.batchMax(),
            limits.queueMax(),
            limits.companyWait(),
            limits.answerWithin(),
            limits.lease()),
        checkpoint.getIfAvailable(() -> Checkpoint.NONE));
  }
}
