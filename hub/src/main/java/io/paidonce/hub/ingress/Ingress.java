package io.paidonce.hub.ingress;

import io.paidonce.hub.cases.CaseKind;
import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.gate.Gate;
import io.paidonce.hub.inbox.Delivery;
import io.paidonce.hub.inbox.DeliveryCounter;
import io.paidonce.hub.inbox.Inbox;
import io.paidonce.hub.inbox.InboxKey;
import io.paidonce.hub.inbox.PutResult;
import io.paidonce.hub.inbox.RejectionLog;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.provider.Answer;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Verdict;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From raw bytes to the exact answer: verify, look at the gate, put into the inbox, answer.
 *
 * <p>A success answer is given only when every fact of the notification is committed, now or
 * before. Nothing that was not verified reaches gate or inbox. Thread-safe.
 */
public final class Ingress {

  private static final Logger LOG = LoggerFactory.getLogger(Ingress.class);

  private final Gate gate;
  private final Inbox inbox;
  private final DeliveryCounter deliveries;
  private final RejectionLog rejections;
  private final CaseRepository cases;
  private final IngressMeters meters;
  private final Executor background;

  /**
   * An ingress.
   *
   * @param background runs what must not delay an answer
   */
  public Ingress(
      Gate gate,
      Inbox inbox,
      DeliveryCounter deliveries,
      RejectionLog rejections,
      CaseRepository cases,
      IngressMeters meters,
      Executor background) {
    this.gate = gate;
    this.inbox = inbox;
    this.deliveries = deliveries;
    this.rejections = rejections;
    this.cases = cases;
    this.meters = meters;
    this.background = background;
  }

  /** The answer to this delivery; never completes exceptionally. */
  public CompletableFuture<Answer> receive(ProviderChannel channel, NotifyRequest request) {
    inbox.coming();
    Verdict verdict;
    try {
      verdict = channel.verify(request);
    } catch (RuntimeException e) {
      inbox.left();
      LOG.error("delivery.verification_broke channel={}", channel.name(), e);
      meters.unavailable(channel);
      return CompletableFuture.completedFuture(channel.answers().unavailable());
    }
    return verdict.fold(
        genuine -> take(channel, request, genuine),
        refused -> {
          inbox.left();
          return CompletableFuture.completedFuture(refuse(channel, request, refused));
        });
  }

  private CompletableFuture<Answer> take(
      ProviderChannel channel, NotifyRequest request, Verdict.Genuine genuine) {
    List<CompletableFuture<PutResult>> puts =
        genuine.events().stream().map(event -> gateThenInbox(request, event)).toList();
    inbox.left();
    return CompletableFuture.allOf(puts.toArray(CompletableFuture[]::new))
        .thenApply(
            done -> {
              List<PutResult> results = puts.stream().map(CompletableFuture::join).toList();
              if (!results.stream().allMatch(PutResult::isSafe)) {
                meters.unavailable(channel);
                return genuine.answers().unavailable();
              }
              meters.taken(channel, results.contains(PutResult.STORED));
              return genuine.answers().success();
            });
  }

  private CompletableFuture<PutResult> gateThenInbox(NotifyRequest request, Event event) {
    InboxKey key = InboxKey.of(event);
    CompletableFuture<Gate.Look> look = gate.look(key.gateKey());
    return look.isDone()
        ? afterLook(look.join(), request, event, key)
        : look.thenCompose(found -> afterLook(found, request, event, key));
  }

  private CompletableFuture<PutResult> afterLook(
      Gate.Look look, NotifyRequest request, Event event, InboxKey key) {
    meters.looked(look);
    if (look == Gate.Look.DONE) {
      deliveries.count(key, request.receivedAt());
      return CompletableFuture.completedFuture(PutResult.KNOWN);
    }
    Delivery delivery =
        new Delivery(key, event, Evidences.headers(request), request.body(), request.receivedAt());
    return inbox
        .put(delivery)
        .thenApply(
            result -> {
              if (result.isSafe()) {
                deliveries.count(key, request.receivedAt());
                gate.done(key.gateKey());
              }
              return result;
            });
  }

  private Answer refuse(ProviderChannel channel, NotifyRequest request, Verdict.Refused refused) {
    meters.refused(channel, refused.reason());
    switch (refused.reason()) {
      case PROBE -> LOG.info("delivery.probe channel={}", channel.name());
      default -> keep(channel, request, refused);
    }
    return refused.reason().isKeyMismatch()
        ? refused.answers().keyMismatch()
        : refused.answers().invalid();
  }

  private void keep(ProviderChannel channel, NotifyRequest request, Verdict.Refused refused) {
    boolean first =
        rejections.add(
            new RejectionLog.Rejection(
                channel.name(),
                refused.reason().name(),
                refused.detail(),
                Evidences.headers(request),
                request.body(),
                request.receivedAt()));
    if (first) {
      LOG.warn(
          "delivery.refused channel={} reason={} detail={} (first this hour)",
          channel.name(),
          refused.reason(),
          refused.detail());
      if (refused.reason().isAlert()) {
        background.execute(() -> alert(channel, request, refused));
      }
    }
  }

  private void alert(ProviderChannel channel, NotifyRequest request, Verdict.Refused refused) {
    long hour = request.receivedAt().getEpochSecond() / 3600;
    try {
      cases.open(
          List.of(
              new NewCase(
                  CaseKind.VERIFICATION,
                  channel.name() + ":" + refused.reason() + ":" + hour,
                  channel.name(),
                  null,
                  "notifications of merchant " + channel.merchant(),
                  refused.reason() + ": " + refused.detail(),
                  "compare the channel's keys and ids with the provider's console")));
    } catch (RuntimeException e) {
      LOG.error("case.not_opened channel={} reason={}", channel.name(), refused.reason(), e);
    }
  }
}
