package io.paidonce.hub.wiring;

import io.paidonce.hub.pipeline.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything under {@code paidonce.} in the configuration.
 *
 * @param publicUrl the address providers reach the hub by; part of each notify URL
 * @param apiKeys who may call the API
 * @param channels contracts with providers, by the operator's name
 * @param products what is sold, by name
 * @param agents how much agents may order, by the agent's id
 * @param latePayment what to do with money that arrives after the close
 * @param clawback what a refund does that takes back more than is left
 */
@ConfigurationProperties("paidonce")
public record HubProperties(
    @Nullable String publicUrl,
    @DefaultValue List<ApiKey> apiKeys,
    @DefaultValue Map<String, Map<String, Object>> channels,
    @DefaultValue Map<String, ProductSetting> products,
    @DefaultValue Map<String, AgentSetting> agents,
    @DefaultValue GateSetting gate,
    @DefaultValue("case") Policy.LatePayment latePayment,
    @DefaultValue("negative") Policy.Clawback clawback,
    @DefaultValue IngressSetting ingress,
    @DefaultValue InboxSetting inbox,
    @DefaultValue PipelineSetting pipeline,
    @DefaultValue UsageSetting usage,
    @DefaultValue LedgerSetting ledger) {

  /** One key of the API. */
  public record ApiKey(
      @Nullable String name, @Nullable String key, @DefaultValue List<String> scopes) {}

  /** One product. */
  public record ProductSetting(@Nullable MoneySetting price, @Nullable GrantSetting grants) {}

  /** The limits of one agent. */
  public record AgentSetting(@Nullable MoneySetting perOrder, @Nullable MoneySetting perDay) {}

  /** An amount in minor units. */
  public record MoneySetting(long value, @Nullable String currency) {}

  /** What a product grants: an asset and its amount, or a subscription and its period. */
  public record GrantSetting(
      @Nullable String asset,
      @DefaultValue("0") long amount,
      @Nullable String subscription,
      @Nullable String period) {}

  /**
   * The gate.
   *
   * @param retention how long a notification is remembered; covers the provider's retry schedule
   * @param budget what a look into Redis may add to an answer
   */
  public record GateSetting(
      @DefaultValue("25h") Duration retention, @DefaultValue("20ms") Duration budget) {}

  /**
   * The notify door.
   *
   * @param bodyBytesMax longer bodies are refused
   * @param patience how long a delivery may take in all
   * @param rejectionsPerHour kept per channel and hour, besides the first of each reason
   */
  public record IngressSetting(
      @DefaultValue("65536") int bodyBytesMax,
      @DefaultValue("10s") Duration patience,
      @DefaultValue("100") int rejectionsPerHour) {}

  /** The inbox; see its limits. */
  public record InboxSetting(
      @DefaultValue("256") int batchMax,
      @DefaultValue("8192") int queueMax,
      @DefaultValue("2ms") Duration companyWait,
      @DefaultValue("3s") Duration answerWithin,
      @DefaultValue("5s") Duration lease) {}

  /** The pipeline; see its limits. */
  public record PipelineSetting(
      @DefaultValue("2") int workers,
      @DefaultValue("4096") int pendingMax,
      @DefaultValue("500ms") Duration sweepEvery,
      @DefaultValue("8s") Duration lease,
      @DefaultValue("15m") Duration parkedCaseAfter,
      @DefaultValue("12") int attemptsMax) {}

  /**
   * Usage.
   *
   * @param batchMax deductions in one request
   * @param billRowsMax rows of an upstream bill, and of ours that it is compared with
   * @param billBytesMax longer bills are refused while they are read
   */
  public record UsageSetting(
      @DefaultValue("500") int batchMax,
      @DefaultValue("200000") int billRowsMax,
      @DefaultValue("33554432") int billBytesMax) {}

  /**
   * The ledger.
   *
   * @param checkEvery how often every balance is compared with the sum of its entries
   */
  public record LedgerSetting(@DefaultValue("24h") Duration checkEvery) {}
}
