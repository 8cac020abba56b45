package io.paidonce.hub.pipeline;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.order.Attempt;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.outbox.Outbox;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Applies claimed notifications: the one way that money changes.
 *
 * <p>Guarantee: a batch commits as a whole, guarded by each row's owner and fence. If it fails it
 * is split until the culprit is alone, which is then tried again later and at last becomes a case;
 * its neighbours are applied. A crash anywhere leaves rows whose claim runs out, and whoever claims
 * them next walks this same code. Thread-safe.
 */
public final class Pipeline {

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
  private static final int TRANSIENT_RETRIES_MAX = 3;
  private static final Duration RETRY_FIRST = Duration.ofSeconds(1);
  private static final Duration RETRY_MAX = Duration.ofMinutes(5);

  private final InboxRepository inbox;
  private final CaseRepository cases;
  private final TransactionTemplate transaction;
  private final Apply apply;
  private final Policy policy;
  private final Clock clock;
  private final Checkpoint checkpoint;
  private final Timer lag;
  private final Counter refused;

  /** A pipeline over these rooms. */
  public Pipeline(
      InboxRepository inbox,
      OrderRepository orders,
      EntitlementRepository entitlements,
      Outbox outbox,
      CaseRepository cases,
      TransactionTemplate transaction,
      Policy policy,
      Clock clock,
      Checkpoint checkpoint,
      MeterRegistry meters) {
    this.inbox = inbox;
    this.cases = cases;
    this.transaction = transaction;
    this.apply = new Apply(inbox, orders, entitlements, outbox, cases, policy, clock);
    this.policy = policy;
    this.clock = clock;
    this.checkpoint = checkpoint;
    this.lag =
        Timer.builder("paidonce.pipeline.lag")
            .description("From receipt of a notification to its effect")
            .publishPercentiles(0.5, 0.99)
            .register(meters);
    this.refused = Counter.builder("paidonce.transitions.refused").register(meters);
  }

  /** Applies these; returns when each is applied, put off, or left to its claim's end. */
  public void process(List<Claimed> batch) {
    try {
      commit(batch);
    } catch (Apply.ClaimLost e) {
      LOG.info("pipeline.claims_lost notifications={} of {}", e.lost().size(), batch.size());
      List<Claimed> ours = batch.stream().filter(one -> !e.lost().contains(one)).toList();
      if (!ours.isEmpty()) {
        process(ours);
      }
    } catch (TransactionException e) {
      LOG.error(
          "pipeline.unavailable notifications={} left to the sweeper: {}",
          batch.size(),
          e.toString());
    } catch (RuntimeException e) {
      if (batch.size() > 1) {
        LOG.warn("pipeline.split notifications={} because {}", batch.size(), e.toString());
        process(batch.subList(0, batch.size() / 2));
        process(batch.subList(batch.size() / 2, batch.size()));
      } else {
        putOff(batch.get(0), e);
      }
    }
  }

  private void commit(List<Claimed> batch) {
    Apply.Applied applied = null;
    for (int attempt = 1; applied == null; attempt++) {
      try {
        applied = inTransaction(batch);
      } catch (TransientDataAccessException e) {
        if (attempt == TRANSIENT_RETRIES_MAX) {
          throw e;
        }
        LOG.info("pipeline.again notifications={} because {}", batch.size(), e.toString());
      }
    }
    checkpoint.reached(Checkpoint.PIPELINE_AFTER_COMMIT);
    refused.increment(applied.refused());
    batch.forEach(claimed -> lag.record(Duration.between(claimed.receivedAt(), clock.instant())));
    wakeIfCreatedMeanwhile(applied);
  }

  private Apply.Applied inTransaction(List<Claimed> batch) {
    Apply.@Nullable Applied applied =
        transaction.execute(
            status -> {
              Apply.Applied result = apply.apply(batch);
              checkpoint.reached(Checkpoint.PIPELINE_BEFORE_COMMIT);
              return result;
            });
    return Objects.requireNonNull(applied);
  }

  /**
   * An order made between our reading and our parking would not have found the row to wake. What
   * waits for something else of a known order needs no second look: both take the order's lock.
   */
  private void wakeIfCreatedMeanwhile(Apply.Applied applied) {
    Set<String> known =
        apply.attempts(applied.parkedStrangers()).values().stream()
            .map(Attempt::outTradeNo)
            .collect(Collectors.toSet());
    if (!known.isEmpty()) {
      transaction.executeWithoutResult(status -> inbox.wakeParked(known));
    }
  }

  private void putOff(Claimed claimed, RuntimeException cause) {
    boolean exhausted = claimed.attempts() + 1 >= policy.attemptsMax();
    LOG.error(
        "notification.failed id={} key={} attempts={} {}",
        claimed.id(),
        claimed.key().readable(),
        claimed.attempts() + 1,
        exhausted ? "given up, a case is opened" : "tried again later",
        cause);
    Settlement settlement =
        new Settlement(
            claimed,
            exhausted ? Outcome.FAILED : Outcome.RECEIVED,
            cause.getClass().getSimpleName(),
            exhausted ? null : Backoff.exponential(RETRY_FIRST, RETRY_MAX, claimed.attempts()));
    try {
      transaction.executeWithoutResult(
          status -> {
            inbox.settle(List.of(settlement));
            if (exhausted) {
              cases.open(List.of(exhausted(claimed, cause)));
            }
          });
    } catch (RuntimeException e) {
      LOG.error("notification.not_put_off id={} left to its claim's end", claimed.id(), e);
    }
  }

  private static NewCase exhausted(Claimed claimed, RuntimeException cause) {
    return new NewCase(
        CaseKind.RETRIES_EXHAUSTED,
        claimed.key().readable(),
        claimed.event().channel(),
        claimed.event().outTradeNo(),
        "applied",
        cause.getClass().getSimpleName(),
        "read the log of notification " + claimed.id() + ", then re-drive it");
  }
}
