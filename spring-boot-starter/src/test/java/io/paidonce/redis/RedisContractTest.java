package io.paidonce.redis;

import io.paidonce.testkit.contract.ClaimContract;
import io.paidonce.testkit.contract.CompletionContract;
import io.paidonce.testkit.contract.LeaseContract;
import io.paidonce.testkit.contract.OutageContract;
import io.paidonce.testkit.contract.RaceContract;
import io.paidonce.testkit.contract.StoreFixture;
import io.paidonce.testkit.redis.RedisProcess;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

/** Claims in a single Redis keep the contract. */
class RedisContractTest {

  private static RedisProcess server;

  @BeforeAll
  static void start() {
    server = RedisProcess.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Nested
  class Claims extends ClaimContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(List.of(server), false);
    }
  }

  @Nested
  class Leases extends LeaseContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(List.of(server), false);
    }
  }

  @Nested
  class Completions extends CompletionContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(List.of(server), false);
    }
  }

  @Nested
  class Races extends RaceContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(List.of(server), false);
    }
  }

  @Nested
  class Outages extends OutageContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(List.of(server), false);
    }
  }
}
