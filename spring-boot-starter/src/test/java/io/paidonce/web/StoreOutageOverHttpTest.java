package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.paidonce.Claim;
import io.paidonce.ClaimRequest;
import io.paidonce.Completion;
import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.MemoryIdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Ticket;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Without the place where keys are remembered, nothing runs and nothing is pretended. */
class StoreOutageOverHttpTest {

  @RestController
  static class Orders {
    final AtomicInteger runs = new AtomicInteger();

    @PostMapping("/orders")
    @IdempotentRequest
    String order() {
      return "run " + runs.incrementAndGet();
    }
  }

  /** A store that can be away. */
  static class Away implements IdempotencyStore {
    private final IdempotencyStore store = new MemoryIdempotencyStore(Clock.systemUTC());
    volatile boolean away;

    private IdempotencyStore there(String step) {
      if (away) {
        throw new StoreUnavailableException("away", step, new java.io.IOException("no route"));
      }
      return store;
    }

    @Override
    public String name() {
      return "away";
    }

    @Override
    public Set<Mode> modes() {
      return store.modes();
    }

    @Override
    public Claim claim(ClaimRequest request) {
      return there("claim").claim(request);
    }

    @Override
    public boolean renew(Ticket ticket, Duration lease) {
      return there("renew").renew(ticket, lease);
    }

    @Override
    public boolean complete(Ticket ticket, Completion completion) {
      return there("complete").complete(ticket, completion);
    }

    @Override
    public boolean release(Ticket ticket) {
      return there("release").release(ticket);
    }

    @Override
    public boolean doubt(Ticket ticket, String note) {
      return there("doubt").doubt(ticket, note);
    }

    @Override
    public Optional<RecordView> find(IdempotencyKey key) {
      return there("find").find(key);
    }

    @Override
    public Freed free(IdempotencyKey key, boolean force) {
      return there("free").free(key, force);
    }

    @Override
    public int purge(int recordsMax) {
      return there("purge").purge(recordsMax);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Memory {
    @Bean("memoryLeaseStore")
    Away memoryLeaseStore() {
      return new Away();
    }
  }

  private static void unavailable(Site site) {
    Site.Reply reply = site.post("/orders").key("1").send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("IDEMPOTENCY_UNAVAILABLE");
    assertThat(reply.header("Retry-After")).isEqualTo("5");
    assertThat(site.bean(Orders.class).runs).hasValue(0);
  }

  @Test
  void aStoreThatDoesNotAnswerIsToldAndTheKeyIsGoodAfterwards() {
    try (Site site = Site.of(Stand.CLAIM, Memory.class, Orders.class)) {
      Away store = site.bean(Away.class);
      store.away = true;
      unavailable(site);
      store.away = false;
      assertThat(site.post("/orders").key("1").send().text()).isEqualTo("run 1");
      assertThat(site.post("/orders").key("1").send().replayed()).isTrue();
    }
  }

  @Test
  void aDatabaseThatGivesNoTransactionIsTold() {
    try (Site site = Site.of(Stand.RECORD, Orders.class)) {
      site.bean(HikariDataSource.class).close();
      unavailable(site);
    }
  }
}
