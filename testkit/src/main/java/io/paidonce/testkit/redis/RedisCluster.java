package io.paidonce.testkit.redis;

import io.paidonce.testkit.processes.Ports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real Redis Cluster on free loopback ports: three masters, each with one replica, which takes
 * over when its master is dead or silent for {@value #NODE_TIMEOUT_MILLIS} ms and an election is
 * won. No persistence; replication is asynchronous, so a takeover may lose the latest writes.
 *
 * <p>Never outlives the JVM. Thread-safe.
 */
public final class RedisCluster implements AutoCloseable {

  /** Silence after which a node is suspected to be down. */
  public static final int NODE_TIMEOUT_MILLIS = 1_500;

  private static final int MASTERS = 3;
  private static final int NODES = 6;

  /** Distance of the port on which nodes talk to each other; 6.2 knows no other. */
  private static final int BUS = 10_000;

  private static final int REDIRECTS_MAX = 5;
  private static final Duration WHOLE_MAX = Duration.ofSeconds(60);
  private static final List<RedisCluster> SHARED = new ArrayList<>(1);

  private final List<RedisProcess> nodes;
  private final Health health;

  private RedisCluster(List<RedisProcess> nodes) {
    this.nodes = List.copyOf(nodes);
    this.health = new Health(this.nodes);
  }

  /** A new cluster, of which every node says that it is well and every replica that it follows. */
  public static RedisCluster start() {
    List<RedisProcess> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < NODES; i++) {
        nodes.add(node());
      }
      Founding.of(nodes, MASTERS);
      RedisCluster cluster = new RedisCluster(nodes);
      cluster.health.awaitWhole(MASTERS, WHOLE_MAX);
      return cluster;
    } catch (RuntimeException | AssertionError e) {
      nodes.forEach(RedisProcess::close);
      throw e;
    }
  }

  /**
   * The cluster that this JVM shares among its tests; started by the first call, ended with the
   * JVM. It is whole when this returns, see {@link #heal()}; its keys stay.
   */
  public static RedisCluster shared() {
    synchronized (SHARED) {
      if (SHARED.isEmpty()) {
        SHARED.add(start());
      }
      SHARED.get(0).heal();
      return SHARED.get(0);
    }
  }

  private static RedisProcess node() {
    List<String> options = new ArrayList<>(List.of("--cluster-enabled", "yes"));
    options.addAll(List.of("--cluster-announce-ip", "127.0.0.1"));
    options.addAll(List.of("--cluster-node-timeout", Integer.toString(NODE_TIMEOUT_MILLIS)));
    options.addAll(List.of("--cluster-replica-validity-factor", "0"));
    options.addAll(List.of("--repl-diskless-sync", "yes", "--repl-diskless-sync-delay", "0"));
    return RedisProcess.start(Ports.freePair(BUS), options);
  }

  /** The six nodes, whatever their part is at the moment; to kill, pause and restart them. */
  public List<RedisProcess> nodes() {
    return nodes;
  }

  /** Addresses of all nodes in the form that clients take. */
  public List<String> uris() {
    return nodes.stream().map(RedisProcess::uri).toList();
  }

  /** The master that was last elected for the slot of this key; it may be down. */
  public RedisProcess masterOf(String key) {
    int slot = Integer.parseInt(any().command("CLUSTER", "KEYSLOT", key).substring(1));
    int port = health.topology().ownerOf(slot);
    return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
  }

  /**
   * Ends the master of this key at once (SIGKILL) and returns it. Restarted before its replica has
   * taken over, it is a master without keys, and the replica forgets them too.
   */
  public RedisProcess killMasterOf(String key) {
    RedisProcess master = masterOf(key);
    master.kill();
    return master;
  }

  /** Freezes the master of this key (SIGSTOP) and returns it; resume it when done. */
  public RedisProcess pauseMasterOf(String key) {
    RedisProcess master = masterOf(key);
    master.pause();
    return master;
  }

  /**
   * Sends one command to any node, follows its redirections and returns the first line of the
   * answer, which is an error while the slot is not served.
   */
  public String command(String... words) {
    RedisProcess node = any();
    String answer = node.command(words);
    for (int i = 0; i < REDIRECTS_MAX && answer.startsWith("-MOVED "); i++) {
      int port = Integer.parseInt(answer.substring(answer.lastIndexOf(':') + 1));
      answer = Wire.ask(node.host(), port, words).line();
    }
    return answer;
  }

  /** Forgets all keys, on running replicas too. Waits for slots that are not served. */
  public void flush() {
    awaitOk(WHOLE_MAX);
    health.awake().stream()
        .filter(node -> Replication.of(node).master())
        .forEach(RedisProcess::flush);
    awaitReplicated(WHOLE_MAX);
  }

  /** Returns once every slot is served by a running node, and all running nodes agree by which. */
  public void awaitOk(Duration deadline) {
    health.awaitServing(deadline);
  }

  /**
   * Returns once each running replica has all that its master had answered before this call. A
   * replica whose master is down never has.
   */
  public void awaitReplicated(Duration deadline) {
    health.awaitReplicated(deadline);
  }

  /**
   * Restarts and resumes all nodes that are down, and returns once three masters serve every slot
   * with three replicas that follow. Who is master of what may differ from the start.
   */
  public void heal() {
    nodes.forEach(RedisProcess::revive);
    health.awaitWhole(MASTERS, WHOLE_MAX);
  }

  /** Ends all nodes; the shared cluster refuses. */
  @Override
  public void close() {
    synchronized (SHARED) {
      if (SHARED.contains(this)) {
        throw new IllegalStateException("the shared cluster ends with the JVM");
      }
    }
    nodes.forEach(RedisProcess::close);
  }

  private RedisProcess any() {
    return health.awake().stream()
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("all nodes are down"));
  }
}
