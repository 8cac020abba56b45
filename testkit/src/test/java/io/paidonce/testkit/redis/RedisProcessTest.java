package io.paidonce.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.testkit.processes.Reaper;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class RedisProcessTest {

  @Test
  void setIfAbsentIsRefusedTheSecondTime() {
    try (RedisProcess redis = RedisProcess.start()) {
      assertThat(redis.command("SET", "k", "1", "NX", "PX", "60000")).isEqualTo("+OK");
      assertThat(redis.command("SET", "k", "2", "NX", "PX", "60000")).isEqualTo("$-1");
      redis.flush();
      assertThat(redis.command("DBSIZE")).isEqualTo(":0");
    }
  }

  @Test
  void pausedServerStaysSilentAndAnswersAgainWhenResumed() {
    try (RedisProcess redis = RedisProcess.start()) {
      redis.pause();
      assertThat(redis.answers()).isFalse();
      redis.resume();
      assertThat(redis.command("PING")).isEqualTo("+PONG");
    }
  }

  @Test
  void killedServerRefusesAndComesBackEmptyOnTheSamePort() {
    try (RedisProcess redis = RedisProcess.start()) {
      redis.command("SET", "k", "1");
      long killed = redis.pid();
      redis.kill();
      assertThat(Reaper.gone(killed)).isTrue();
      assertThatThrownBy(() -> redis.command("PING")).isInstanceOf(UncheckedIOException.class);
      redis.restart();
      assertThat(redis.command("DBSIZE")).isEqualTo(":0");
      assertThat(redis.pid()).isNotEqualTo(killed);
    }
  }

  @Test
  void pausedServerCanBeKilled() {
    RedisProcess redis = RedisProcess.start();
    redis.pause();
    redis.close();
    assertThat(Reaper.gone(redis.pid())).isTrue();
  }

  @Test
  void wordsAndTextsMayHoldAnything() {
    RedisProcess redis = RedisProcess.shared();
    redis.command("SET", "two words", "価格 10\r\n");
    assertThat(redis.text("GET", "two words")).isEqualTo("価格 10\r\n");
    assertThat(redis.text("GET", "none")).isEmpty();
    assertThat(redis.command("GET", "none")).isEqualTo("$-1");
    assertThatThrownBy(() -> redis.text("GET")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void sharedServerIsBackAfterATestThatPausedOrKilledIt() {
    RedisProcess redis = RedisProcess.shared();
    redis.pause();
    assertThat(RedisProcess.shared().answers()).isTrue();
    redis.kill();
    assertThat(RedisProcess.shared().answers()).isTrue();
    assertThat(RedisProcess.shared()).isSameAs(redis);
    assertThatThrownBy(redis::close).isInstanceOf(IllegalStateException.class);
  }
}
