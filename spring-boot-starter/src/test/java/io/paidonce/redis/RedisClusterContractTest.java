package io.paidonce.redis;

import io.paidonce.testkit.contract.ClaimContract;
import io.paidonce.testkit.contract.CompletionContract;
import io.paidonce.testkit.contract.LeaseContract;
import io.paidonce.testkit.contract.RaceContract;
import io.paidonce.testkit.contract.StoreFixture;
import io.paidonce.testkit.redis.RedisCluster;
import org.junit.jupiter.api.Nested;

/** Claims in a Redis Cluster keep the contract. */
class RedisClusterContractTest {

  @Nested
  class Claims extends ClaimContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(RedisCluster.shared().nodes(), true);
    }
  }

  @Nested
  class Leases extends LeaseContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(RedisCluster.shared().nodes(), true);
    }
  }

  @Nested
  class Completions extends CompletionContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(RedisCluster.shared().nodes(), true);
    }
  }

  @Nested
  class Races extends RaceContract {
    @Override
    protected StoreFixture open() {
      return new RedisFixture(RedisCluster.shared().nodes(), true);
    }
  }
}
