package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.paidonce.DuplicateRequestException;
import io.paidonce.DuplicateRequestException.Reason;
import io.paidonce.Execution;
import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.Strategy;
import io.paidonce.testkit.load.Simultaneously;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.util.AopTestUtils;

/** Annotated methods, with claims in memory. */
class IdempotentTest {

  record Order(@Nullable String id, int amount) {}

  /** A short form of an application's own. */
  @Retention(RetentionPolicy.RUNTIME)
  @Idempotent(key = "unused", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.REPLAY)
  @interface Once {
    @AliasFor(annotation = Idempotent.class, attribute = "key")
    String value();
  }

  interface Cancelling {
    @Idempotent(key = "#p0", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.REPLAY)
    int cancel(String id);
  }

  abstract static class Generic<T> {
    abstract T handle(T request);
  }

  /** The application's own code. */
  static class Shop extends Generic<Order> implements Cancelling {
    final AtomicInteger effects = new AtomicInteger();
    volatile @Nullable Throwable failure;
    volatile @Nullable CountDownLatch hold;

    @Idempotent(key = "#order.id", strategy = Strategy.REDIS)
    int pay(Order order) throws Throwable {
      return work();
    }

    @Idempotent(key = "#order.id", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.REPLAY)
    int replayed(Order order) throws Throwable {
      return work();
    }

    @Idempotent(key = "#id", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.SKIP)
    int skipped(String id) throws Throwable {
      return work();
    }

    @Idempotent(key = "#id", strategy = Strategy.REDIS, onDuplicate = OnDuplicate.WAIT)
    int waited(String id) throws Throwable {
      return work();
    }

    @Once("#id")
    int once(String id) throws Throwable {
      return work();
    }

    @Override
    public int cancel(String id) {
      return effects.incrementAndGet();
    }

    @Override
    @Once("#request.id")
    Order handle(Order request) {
      return new Order(request.id(), effects.incrementAndGet());
    }

    int selfCall(String id) throws Throwable {
      return once(id);
    }

    /** As code does that must not run without its advice. */
    @Once("#id")
    int asserting(String id) throws Throwable {
      Execution.current().orElseThrow().checkpoint();
      return work();
    }

    int selfCallOfAsserting(String id) throws Throwable {
      return asserting(id);
    }

    private int work() throws Throwable {
      int number = effects.incrementAndGet();
      CountDownLatch latch = hold;
      if (latch != null) {
        latch.await();
      }
      Throwable thrown = failure;
      if (thrown != null) {
        throw thrown;
      }
      return number;
    }
  }

  @Test
  void aDuplicateIsRefusedAndTheWorkRunsOnce() {
    with(
        shop -> {
          run(() -> shop.pay(new Order("1", 5)));
          refused(Reason.COMPLETED, () -> shop.pay(new Order("1", 5)));
          run(() -> shop.pay(new Order("2", 5)));
          assertThat(target(shop).effects).hasValue(2);
        });
  }

  @Test
  void sameKeyWithAnotherRequestIsTheCallersError() {
    with(
        shop -> {
          run(() -> shop.replayed(new Order("1", 100)));
          assertThatExceptionOfType(DuplicateRequestException.class) // C52, R1.5
              .isThrownBy(() -> shop.replayed(new Order("1", 999)))
              .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.KEY_REUSED))
              .withMessageContaining("other order");
          assertThat(target(shop).effects).hasValue(1);
        });
  }

  @Test
  void everyWayToAnnotateCounts() {
    with(
        shop -> {
          assertThat(run(() -> shop.once("1"))).isEqualTo(run(() -> shop.once("1")));
          assertThat(shop.cancel("1")).isEqualTo(shop.cancel("1")); // C172
          Generic<Order> generic = shop;
          assertThat(generic.handle(new Order("1", 0)))
              .isEqualTo(generic.handle(new Order("1", 0)));
          assertThat(target(shop).effects).hasValue(3); // F27
        });
  }

  @Test
  void aCallOfThisIsNotAdvised() {
    with(
        shop -> {
          run(() -> shop.selfCall("1"));
          run(() -> shop.selfCall("1"));
          assertThat(target(shop).effects).hasValue(2); // C172
          assertThat(run(() -> shop.asserting("1"))).isEqualTo(3);
          assertThatExceptionOfType(NoSuchElementException.class) // F22
              .isThrownBy(() -> shop.selfCallOfAsserting("2"));
          assertThat(target(shop).effects).hasValue(3);
        });
  }

  @Test
  void aSkippedDuplicateGetsNothingButOneInFlightIsRefused() {
    with(
        shop -> {
          CountDownLatch hold = new CountDownLatch(1);
          target(shop).hold = hold;
          List<String> seen =
              Simultaneously.<String>run(
                      2,
                      Duration.ofSeconds(20),
                      () -> {
                        try {
                          return "" + run(() -> shop.skipped("1"));
                        } catch (DuplicateRequestException e) {
                          hold.countDown();
                          return e.reason().name();
                        }
                      })
                  .all();
          assertThat(seen).containsExactlyInAnyOrder("1", "IN_PROGRESS"); // F7
          target(shop).hold = null;
          assertThat(run(() -> shop.skipped("1"))).isZero();
          assertThat(target(shop).effects).hasValue(1);
        });
  }

  @Test
  void whoWaitsGetsTheOwnersResult() {
    with(
        shop -> {
          List<Integer> seen =
              Simultaneously.<Integer>run(
                      16, Duration.ofSeconds(20), () -> run(() -> shop.waited("1")))
                  .all();
          assertThat(seen).hasSize(16).containsOnly(1);
        });
  }

  @Test
  void withoutAKeyNothingRuns() {
    with(
        shop -> {
          for (String id : new String[] {null, "", " "}) {
            assertThatIllegalArgumentException() // F24
                .isThrownBy(() -> shop.pay(new Order(id, 1)))
                .withMessageContaining("#order.id")
                .withMessageContaining("Shop.pay");
          }
          assertThat(target(shop).effects).hasValue(0);
        });
  }

  @Test
  void whateverIsThrownFreesTheKey() {
    with(
        shop -> {
          for (Throwable failure :
              List.of(
                  new IllegalStateException("business"),
                  new java.io.IOException("checked"),
                  new AssertionError("error"),
                  new StackOverflowError())) {
            target(shop).failure = failure;
            assertThatExceptionOfType(Throwable.class) // F57, F29, C111
                .isThrownBy(() -> shop.pay(new Order("1", 1)))
                .isSameAs(failure);
          }
          target(shop).failure = null;
          run(() -> shop.pay(new Order("1", 1)));
          assertThat(target(shop).effects).hasValue(5);
          assertThat(Execution.current()).isEmpty(); // F56
        });
  }

  private static void with(Consumer<Shop> test) {
    Context.memory(Shop.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              test.accept(shop(context));
            });
  }

  private static Shop shop(ApplicationContext context) {
    return context.getBean(Shop.class);
  }

  private static Shop target(Shop proxy) {
    return AopTestUtils.getTargetObject(proxy);
  }

  private interface Body {
    int call() throws Throwable;
  }

  private static int run(Body body) {
    try {
      return body.call();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static void refused(Reason reason, ThrowingCallable call) {
    assertThatExceptionOfType(DuplicateRequestException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
  }
}
