package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.paidonce.DuplicateRequestException;
import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.Idempotent;
import io.paidonce.RecordView;
import io.paidonce.RecordView.State;
import io.paidonce.Strategy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.context.event.EventListener;

/** A person who knows the method and its arguments finds the key, and frees it. */
class EndpointTest {

  record Order(String id, int amount) {}

  static class Shop {
    final List<AuditApplicationEvent> trail = new CopyOnWriteArrayList<>();

    @EventListener
    void audit(AuditApplicationEvent event) {
      trail.add(event);
    }
  }

  static class Payments {
    @Idempotent(
        key = "{#shop, #order.id}",
        scope = "pay",
        request = "{#shop, #order}",
        strategy = Strategy.REDIS)
    void pay(String shop, Order order, @Nullable Runnable inside) {
      if (inside != null) {
        inside.run();
      }
    }
  }

  @Test
  void theKeyIsFoundByTheArgumentsOfTheMethod() {
    with(
        (endpoint, payments) -> {
          payments.pay("s1", new Order("o1", 5), null);
          var found = endpoint.find("pay", null, "[\"s1\", {\"id\": \"o1\", \"amount\": 5}, null]");
          assertThat(found.parts()).containsExactly("s1", "o1"); // C182
          assertThat(states(found)).containsExactly(State.COMPLETED);
          assertThat(endpoint.operations())
              .singleElement()
              .satisfies(it -> assertThat(it.method()).contains("Payments.pay"));
        });
  }

  @Test
  void freeingIsRefusedWhileTheKeyIsHeldAndLeavesATraceIfForced() {
    with(
        (endpoint, payments) -> {
          payments.pay(
              "s1",
              new Order("o1", 5),
              () -> {
                var held = free(endpoint, false);
                assertThat(held.stores()).containsEntry("memory", Freed.HELD); // C182
                assertThat(states(endpoint.find("pay", List.of("s1", "o1"), null)))
                    .containsExactly(State.IN_PROGRESS);
              });
          assertThat(free(endpoint, false).stores()).containsEntry("memory", Freed.HELD);
          assertThat(free(endpoint, true).stores()).containsEntry("memory", Freed.FREED);
          assertThat(free(endpoint, true).stores()).containsEntry("memory", Freed.ABSENT);
          payments.pay("s1", new Order("o1", 5), null);
        });
  }

  @Test
  void whatIsNoKeyIsAnErrorOfTheCaller() {
    with(
        (endpoint, payments) -> {
          refused(() -> endpoint.find("pay", null, null));
          refused(() -> endpoint.find("pay", null, "[\"s1\"]"));
          refused(
              () -> endpoint.find("pay", null, "[\"\", {\"id\": \"o1\", \"amount\": 5}, null]"));
          refused(() -> endpoint.find("refund", null, "[]"));
          refused(
              () ->
                  endpoint.free(SecurityContext.NONE, "pay", List.of("s1", "o1"), null, " ", true));
        });
  }

  @Test
  void everyOutcomeIsCounted() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    Context.memory(Payments.class)
        .withBean(SimpleMeterRegistry.class, () -> meters)
        .run(
            context -> {
              Payments payments = context.getBean(Payments.class);
              payments.pay("s1", new Order("o1", 5), null);
              assertThatExceptionOfType(DuplicateRequestException.class)
                  .isThrownBy(() -> payments.pay("s1", new Order("o1", 5), null));
              assertThatExceptionOfType(DuplicateRequestException.class)
                  .isThrownBy(() -> payments.pay("s1", new Order("o1", 6), null));
              for (String outcome : List.of("executed", "replayed", "key_reused")) {
                assertThat(
                        meters
                            .get("paidonce.idempotent.interceptions")
                            .tag("scope", "pay")
                            .tag("outcome", outcome)
                            .counter()
                            .count())
                    .as(outcome)
                    .isEqualTo(1); // R1.11
              }
            });
  }

  private static List<State> states(IdempotencyEndpoint.KeyView key) {
    return key.stores().stream()
        .map(IdempotencyEndpoint.StoreView::record)
        .flatMap(Stream::ofNullable)
        .map(RecordView::state)
        .toList();
  }

  private static IdempotencyEndpoint.FreedView free(IdempotencyEndpoint endpoint, boolean force) {
    return endpoint.free(
        SecurityContext.NONE, "pay", List.of("s1", "o1"), null, "stuck since noon", force);
  }

  private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatExceptionOfType(InvalidEndpointRequestException.class).isThrownBy(call);
  }

  private static void with(BiConsumer<IdempotencyEndpoint, Payments> test) {
    Context.memory(Payments.class, Shop.class)
        .withConfiguration(AutoConfigurations.of(EndpointAutoConfiguration.class))
        .withPropertyValues("management.endpoints.web.exposure.include=idempotency")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              test.accept(
                  context.getBean(IdempotencyEndpoint.class), context.getBean(Payments.class));
              assertThat(context.getBean(Shop.class).trail)
                  .allSatisfy(
                      event ->
                          assertThat(event.getAuditEvent().getData())
                              .containsEntry("reason", "stuck since noon"));
            });
  }
}
