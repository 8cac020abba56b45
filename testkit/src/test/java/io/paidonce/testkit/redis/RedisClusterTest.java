package io.paidonce.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.testkit.processes.Reaper;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RedisClusterTest {

  private static final Duration TAKEOVER_MAX = Duration.ofSeconds(30);

  /** Keys whose slots lie in different thirds, so that each has another master. */
  private static final List<String> KEYS = List.of("a", "b", "c");

  @Test
  void threeMastersHaveOneReplicaEach() {
    RedisCluster cluster = RedisCluster.shared();
    assertThat(cluster.uris()).hasSize(6).doesNotHaveDuplicates();
    List<Integer> followed =
        cluster.nodes().stream()
            .map(Replication::of)
            .filter(Replication::linked)
            .map(Replication::masterPort)
            .toList();
    assertThat(followed).containsExactlyInAnyOrderElementsOf(masters(cluster)).hasSize(3);
  }

  @Test
  void commandGoesWhereTheClusterSends() {
    RedisCluster cluster = RedisCluster.shared();
    cluster.flush();
    for (String key : KEYS) {
      assertThat(cluster.command("SET", key, "a word\r\nof " + key, "NX")).isEqualTo("+OK");
      RedisProcess master = cluster.masterOf(key);
      assertThat(master.text("GET", key)).isEqualTo("a word\r\nof " + key);
      assertThat(another(cluster, master).command("GET", key)).startsWith("-MOVED ");
    }
  }

  @Test
  void replicaTakesOverWhenTheMasterIsKilled() {
    RedisCluster cluster = RedisCluster.shared();
    assertThat(cluster.command("SET", "a", "kept")).isEqualTo("+OK");
    cluster.awaitReplicated(TAKEOVER_MAX);
    RedisProcess killed = cluster.killMasterOf("a");
    assertThat(Reaper.gone(killed.pid())).isTrue();
    assertThatThrownBy(() -> cluster.awaitOk(Duration.ZERO)).isInstanceOf(AssertionError.class);
    cluster.awaitOk(TAKEOVER_MAX);
    RedisProcess successor = cluster.masterOf("a");
    assertThat(successor).isNotSameAs(killed);
    assertThat(successor.text("GET", "a")).isEqualTo("kept");
    assertThat(cluster.command("SET", "a", "changed")).isEqualTo("+OK");
    cluster.heal();
    assertThat(cluster.masterOf("a")).isSameAs(successor);
    assertThat(Replication.of(killed).masterPort()).isEqualTo(successor.port());
  }

  @Test
  void replicaTakesOverWhenTheMasterIsSilent() {
    RedisCluster cluster = RedisCluster.shared();
    RedisProcess paused = cluster.pauseMasterOf("b");
    cluster.awaitOk(TAKEOVER_MAX);
    RedisProcess successor = cluster.masterOf("b");
    assertThat(successor).isNotSameAs(paused);
    assertThat(cluster.command("SET", "b", "1")).isEqualTo("+OK");
    paused.resume();
    cluster.awaitOk(TAKEOVER_MAX);
    assertThat(cluster.masterOf("b")).isSameAs(successor);
    assertThat(paused.command("GET", "b")).startsWith("-MOVED ");
  }

  @Test
  void flushedKeysAreOnNoNode() {
    RedisCluster cluster = RedisCluster.shared();
    KEYS.forEach(key -> assertThat(cluster.command("SET", key, "1")).isEqualTo("+OK"));
    cluster.flush();
    assertThat(cluster.nodes()).allSatisfy(n -> assertThat(n.command("DBSIZE")).isEqualTo(":0"));
  }

  @Test
  void closedClusterLeavesNothing() {
    RedisCluster cluster = RedisCluster.start();
    cluster.pauseMasterOf("c");
    cluster.close();
    assertThat(cluster.nodes())
        .hasSize(6)
        .allSatisfy(
            node -> {
              assertThat(Reaper.gone(node.pid())).isTrue();
              assertThatThrownBy(() -> node.command("PING"))
                  .isInstanceOf(UncheckedIOException.class);
            });
    assertThatThrownBy(() -> cluster.masterOf("c")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void sharedClusterIsNotClosed() {
    RedisCluster cluster = RedisCluster.shared();
    assertThatThrownBy(cluster::close).isInstanceOf(IllegalStateException.class);
    assertThat(RedisCluster.shared()).isSameAs(cluster);
  }

  private static Set<Integer> masters(RedisCluster cluster) {
    return KEYS.stream().map(cluster::masterOf).map(RedisProcess::port).collect(Collectors.toSet());
  }

  private static RedisProcess another(RedisCluster cluster, RedisProcess than) {
    return cluster.nodes().stream().filter(node -> node != than).findFirst().orElseThrow();
  }
}
