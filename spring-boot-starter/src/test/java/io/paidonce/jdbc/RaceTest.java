package io.paidonce.jdbc;

import static io.paidonce.jdbc.Tables.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Claim;
import io.paidonce.ClaimContendedException;
import io.paidonce.ClaimRequest;
import io.paidonce.IdempotencyKey;
import io.paidonce.Takeover;
import io.paidonce.testkit.Counts;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.load.Simultaneously;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.transaction.support.TransactionTemplate;

/** Many at once: nobody is told of deadlocks, duplicates, locks or an empty pool. */
class RaceTest {

  private static final int POOL = 10;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Claim BUSY = new Claim.InProgress(Duration.ZERO);

  private static Tables withEffects(Place place) {
    Tables tables = place.open(POOL);
    tables.sql().execute("CREATE TABLE effect (id VARCHAR(20) PRIMARY KEY, n INT NOT NULL)");
    return tables;
  }

  private static void effect(Tables tables, String id) {
    tables.sql().update("INSERT INTO effect (id, n) VALUES (?, 1)", id);
  }

  private static List<String> effects(Tables tables) {
    return tables.sql().queryForList("SELECT id FROM effect ORDER BY id", String.class);
  }

  @ParameterizedTest
  @EnumSource
  void oneOfManyTransactionsTakesEffectAndNoneFails(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.atomic();
      TransactionTemplate transactions = tables.transactions();
      for (int round = 0; round < Counts.of(3, 200); round++) {
        String key = "k" + round;
        List<Claim> claims =
            Simultaneously.run(
                    64,
                    PATIENCE,
                    () ->
                        transactions.execute(
                            status -> {
                              Claim claim = store.claim(request(key));
                              if (claim instanceof Claim.Acquired acquired) {
                                effect(tables, key);
                                store.complete(acquired.ticket(), Tables.done(key));
                              }
                              return claim;
                            }))
                .all(); // C42, C156, C157, F6, F21
        assertThat(claims).filteredOn(Claim.Acquired.class::isInstance).hasSize(1);
        assertThat(claims)
            .allMatch(
                it ->
                    it instanceof Claim.Acquired
                        || it instanceof Claim.InProgress
                        || it instanceof Claim.Replay);
        assertThat(effects(tables)).hasSize(round + 1);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneOfManyLeasesTakesEffectAndNoneFails(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.leasing();
      TransactionTemplate transactions = tables.transactions();
      List<Claim> claims =
          Simultaneously.run(
                  64,
                  PATIENCE,
                  () -> {
                    Claim claim = store.claim(request("a"));
                    if (claim instanceof Claim.Acquired acquired) {
                      transactions.executeWithoutResult(status -> effect(tables, "a"));
                      store.complete(acquired.ticket(), Tables.done("a"));
                    }
                    return claim;
                  })
              .all(); // C156
      assertThat(claims).filteredOn(Claim.Acquired.class::isInstance).hasSize(1);
      assertThat(effects(tables)).containsExactly("a");
    }
  }

  /** In a small table all keys are neighbours: between two rows there is one gap. */
  @ParameterizedTest
  @EnumSource
  void neighboursDoNotDisturbEachOtherWhoeverRollsBack(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.atomic();
      TransactionTemplate transactions = tables.transactions();
      List<Callable<String>> work = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        String key = "k" + (100 + i);
        boolean rollsBack = i % 2 == 0;
        work.add(
            () ->
                transactions.execute(
                    status -> {
                      Claim.Acquired claim = (Claim.Acquired) store.claim(request(key));
                      effect(tables, key);
                      store.complete(claim.ticket(), Tables.done(key));
                      if (rollsBack) {
                        status.setRollbackOnly();
                      }
                      return key;
                    }));
      }
      for (int round = 0; round < 2; round++) {
        tables.sql().update("DELETE FROM effect");
        tables.sql().update("DELETE FROM paidonce_idempotency");
        Simultaneously.run(work, PATIENCE).all(); // C46, F19
        assertThat(effects(tables)).hasSize(25);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void winnersThatRollBackLeaveTheEffectToOneOfTheOthers(Place place) {
    try (Tables tables = withEffects(place)) {
      JdbcIdempotencyStore store = tables.atomic();
      TransactionTemplate transactions = tables.transactions();
      AtomicInteger winners = new AtomicInteger();
      AtomicInteger contended = new AtomicInteger();
      Callable<Claim> once =
          () ->
              transactions.execute(
                  status -> {
                    Claim claim = store.claim(request("a"));
                    if (claim instanceof Claim.Acquired acquired) {
                      effect(tables, "a");
                      store.complete(acquired.ticket(), Tables.done("a"));
                      if (winners.incrementAndGet() <= 10) {
                        status.setRollbackOnly();
                        return BUSY;
                      }
                    }
                    return claim;
                  });
      Simultaneously.run(
              50,
              PATIENCE,
              () -> {
                Claim claim;
                do {
                  try {
                    claim = once.call();
                  } catch (ClaimContendedException e) {
                    contended.incrementAndGet();
                    claim = BUSY;
                  }
                } while (claim instanceof Claim.InProgress);
                return claim;
              })
          .all(); // C46, F19
      if (place != Place.MYSQL_STATEMENTS) {
        assertThat(contended).as("only a claim that waits can be in a deadlock").hasValue(0);
      }
      assertThat(winners).hasValue(11);
      assertThat(effects(tables)).containsExactly("a");
    }
  }

  @ParameterizedTest
  @EnumSource
  void claimsOfOverlappingKeysAreAllOrNothing(Place place) {
    try (Tables tables = place.open(POOL)) {
      JdbcIdempotencyStore store = tables.leasing();
      Random random = new Random(Seeds.next("claimsOfOverlappingKeysAreAllOrNothing"));
      List<Callable<Claim>> work = new ArrayList<>();
      for (int i = 0; i < 32; i++) {
        List<String> names = new ArrayList<>(List.of("a", "b", "c", "d", "e", "f"));
        Collections.shuffle(names, random);
        ClaimRequest request =
            request(
                Tables.newOwner(),
                Tables.LEASE,
                Takeover.AFTER_LEASE,
                names.subList(0, 3).toArray(String[]::new));
        work.add(() -> store.claim(request));
      }
      List<Claim> claims = Simultaneously.run(work, PATIENCE).all();
      List<IdempotencyKey> held = new ArrayList<>();
      for (Claim claim : claims) {
        if (claim instanceof Claim.Acquired acquired) {
          held.addAll(acquired.ticket().keys());
        }
      }
      assertThat(held).isNotEmpty().doesNotHaveDuplicates();
      assertThat(
              tables.sql().queryForObject("SELECT COUNT(*) FROM paidonce_idempotency", Long.class))
          .isEqualTo(held.size());
    }
  }
}
