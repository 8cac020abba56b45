package io.paidonce.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.redis.RedisCluster;
import io.paidonce.testkit.redis.RedisProcess;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The gate lets through who takes effect once, and says what the others do. */
class GateTest {

  private static final int KEYS = 3;

  private static RedisProcess redis;
  private static Database postgres;
  private static Database mariadb;
  private static Ground ground;

  @BeforeAll
  static void start() {
    redis = RedisProcess.start();
    postgres = DatabaseServer.of(Engine.POSTGRESQL).freshDatabase();
    mariadb = DatabaseServer.of(Engine.MARIADB).freshDatabase();
    ground = Bench.ground(redis, RedisCluster.shared(), postgres, mariadb);
  }

  @AfterAll
  static void stop() {
    redis.close();
    postgres.close();
    mariadb.close();
  }

  private static Gate.Verdict judge(Contestant contestant) throws Exception {
    try (Guard guard = contestant.open(ground)) {
      return Gate.judge(guard, KEYS);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Contestant.class, mode = Mode.MATCH_ANY, names = "OURS_.*")
  void oursPass(Contestant contestant) throws Exception {
    Gate.Verdict verdict = judge(contestant);
    assertThat(verdict.faults()).isEmpty();
    assertThat(verdict.effects()).isEqualTo(verdict.keys());
  }

  @ParameterizedTest
  @EnumSource(names = {"UNIQUE_ROW", "EVENTUATE"})
  void aRowInTheTransactionOfTheEffectPasses(Contestant contestant) throws Exception {
    assertThat(judge(contestant).passed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"REDISSON", "LOCK4J", "SHEDLOCK"})
  void aLockForgetsThatTheWorkIsDone(Contestant contestant) throws Exception {
    assertThat(judge(contestant).faults())
        .anyMatch(fault -> fault.startsWith("called again when done"));
  }

  @ParameterizedTest
  @EnumSource(names = {"INTEGRATION_JDBC", "INTEGRATION_REDIS"})
  void aMarkThatIsSetBeforeTheWorkLosesWhatFails(Contestant contestant) throws Exception {
    assertThat(judge(contestant).faults())
        .containsExactly("called again after a failure: only 0 effects of 3 keys");
  }
}
