package io.paidonce.rig;

import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.processes.ChildJvm;
import io.paidonce.testkit.processes.Launch;
import io.paidonce.testkit.processes.Ports;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A hub in a process of its own, to be killed. */
public final class ChildHub implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofMinutes(3);

  private final ChildJvm process;
  private final HubClient client;

  private ChildHub(ChildJvm process, HubClient client) {
    this.process = process;
    this.client = client;
  }

  /** Starts a hub on this database and waits until it is ready. */
  public static ChildHub on(Database database) {
    return on(database, Map.of(), null);
  }

  /**
   * Starts a hub on this database and waits until it is ready.
   *
   * @param crashAt {@code place:nth} where it drops dead, or {@code @file} that will say so; null
   *     for nowhere
   */
  public static ChildHub on(
      Database database, Map<String, String> settings, @Nullable String crashAt) {
    ChildHub hub = launch(database, settings, crashAt);
    hub.awaitReady();
    return hub;
  }

  /** Starts a hub and does not wait. */
  public static ChildHub launch(
      Database database, Map<String, String> settings, @Nullable String crashAt) {
    int port = Ports.free();
    Map<String, String> own = new LinkedHashMap<>(settings);
    own.put("server.port", Integer.toString(port));
    Launch launch =
        ChildJvm.ofMain(CrashingHub.class)
            .jvmArguments("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
            .property("user.timezone", "Asia/Kolkata")
            .arguments(InProcessHub.arguments(database, own).toArray(String[]::new));
    if (crashAt != null) {
      launch = launch.property("paidonce.crash.at", crashAt);
    }
    return new ChildHub(launch.start(), new HubClient(URI.create("http://127.0.0.1:" + port)));
  }

  /** Waits until it takes notifications. */
  public void awaitReady() {
    process.awaitHttp(client.base().resolve("/actuator/health/readiness"), 200, START_WITHIN);
  }

  /** A client of it. */
  public HubClient client() {
    return client;
  }

  /** Its process. */
  public ChildJvm process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
