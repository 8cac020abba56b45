package io.paidonce.race;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.Counts;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import io.paidonce.testkit.processes.ChildJvm;
import io.paidonce.testkit.redis.RedisCluster;
import io.paidonce.testkit.redis.RedisProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/**
 * 64 threads in each of two JVMs call the same keys at one instant: each key runs once, all others
 * get its result or are told that it is in progress, and nobody an error.
 */
class TwoJvmsTest {

  private static final int ROUNDS = Counts.of(4, 20);
  private static final int WAIT_MILLIS = 120_000;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void inADatabaseEachKeyRunsOnce(Engine engine) throws Exception {
    if (engine == Engine.H2) {
      try (DatabaseServer server = DatabaseServer.h2OverTcp()) {
        race(server.freshDatabase());
      }
    } else {
      race(DatabaseServer.of(engine).freshDatabase());
    }
  }

  private static void race(Database database) throws IOException, SQLException {
    try (database) {
      String script = database.engine().name().toLowerCase(java.util.Locale.ROOT);
      try (Connection connection = database.dataSource().getConnection()) {
        ScriptUtils.executeSqlScript(
            connection, new ClassPathResource("io/paidonce/jdbc/schema-" + script + ".sql"));
      }
      database.release();
      race(new Arena("jdbc", database.jdbcUrl(), database.username(), "p" + database.password()));
    }
  }

  @Test
  void inRedisEachKeyRunsOnce() throws IOException {
    try (RedisProcess redis = RedisProcess.start()) {
      race(new Arena("redis", redis.host() + ":" + redis.port(), "-", "p"));
    }
  }

  @Test
  void inARedisClusterEachKeyRunsOnce() throws IOException {
    String nodes =
        RedisCluster.shared().nodes().stream()
            .map(it -> it.host() + ":" + it.port())
            .collect(Collectors.joining(","));
    race(new Arena("cluster", nodes, "-", "p"));
  }

  private static void race(Arena arena) throws IOException { // F6, F21, C42
    try (ServerSocket meeting = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      meeting.setSoTimeout(WAIT_MILLIS);
      List<String> words = new ArrayList<>(List.of(Integer.toString(meeting.getLocalPort())));
      words.addAll(arena.words());
      try (ChildJvm child =
              ChildJvm.ofMain(Contender.class).arguments(words.toArray(String[]::new)).start();
          Socket socket = meeting.accept();
          BufferedReader in =
              new BufferedReader(
                  new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
          PrintWriter out =
              new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
          Contender here = new Contender(arena)) {
        socket.setSoTimeout(WAIT_MILLIS);
        assertThat(in.readLine()).as(() -> child.output().toString()).isEqualTo("ready");
        for (int round = 0; round < ROUNDS; round++) {
          out.println(round);
          Contender.Round ours = here.run(round);
          judge(ours, Contender.Round.of(in.readLine()));
        }
      }
    }
  }

  private static void judge(Contender.Round ours, Contender.Round theirs) {
    assertThat(ours.broken()).isEmpty();
    assertThat(theirs.broken()).isEmpty();
    for (int key = 0; key < Contender.KEYS_PER_ROUND; key++) {
      assertThat(ours.runs().get(key) + theirs.runs().get(key)).as("runs of key " + key).isOne();
    }
    int calls = 2 * Contender.THREADS * Contender.KEYS_PER_ROUND;
    assertThat(ours.replayed() + theirs.replayed() + ours.inProgress() + theirs.inProgress())
        .isEqualTo(calls - Contender.KEYS_PER_ROUND);
  }
}
