package io.paidonce.testkit.redis;

import io.paidonce.testkit.processes.Daemon;
import io.paidonce.testkit.processes.Ports;
import io.paidonce.testkit.processes.Reaper;
import io.paidonce.testkit.processes.Unpacked;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real Redis server on a free loopback port, without persistence: killed, it forgets everything.
 *
 * <p>Never outlives the JVM. Thread-safe.
 */
public final class RedisProcess implements AutoCloseable {

  private static final String PROGRAM = "redis-server-6.2.6-v5-linux-amd64";
  private static final Duration START_MAX = Duration.ofSeconds(20);
  private static final List<RedisProcess> SHARED = new ArrayList<>(1);

  private final int port;
  private final Daemon daemon;
  private volatile boolean paused;

  private RedisProcess(int port, List<String> options) {
    this.port = port;
    List<String> command = new ArrayList<>(List.of(Unpacked.file(PROGRAM).toString()));
    command.addAll(List.of("--port", Integer.toString(port), "--bind", host()));
    command.addAll(List.of("--save", "", "--appendonly", "no"));
    command.addAll(options);
    daemon = new Daemon(Reaper.scratch("redis"), command);
  }

  /** A new server that answers. */
  public static RedisProcess start() {
    return start(Ports.free(), List.of());
  }

  /** A new server with more options of the program, which keeps its files in its own directory. */
  static RedisProcess start(int port, List<String> options) {
    RedisProcess redis = new RedisProcess(port, options);
    redis.restart();
    return redis;
  }

  /**
   * The server that this JVM shares among its tests; started by the first call, ended with the JVM.
   * It answers when this returns, also after a test that left it paused or killed; its keys stay.
   */
  public static RedisProcess shared() {
    synchronized (SHARED) {
      if (SHARED.isEmpty()) {
        SHARED.add(start());
      }
      SHARED.get(0).revive();
      return SHARED.get(0);
    }
  }

  /** Loopback address of the server. */
  public String host() {
    return "127.0.0.1";
  }

  /** Port of the server; the same after a restart. */
  public int port() {
    return port;
  }

  /** Address in the form that clients take. */
  public String uri() {
    return "redis://" + host() + ":" + port;
  }

  /** Process id of the running server. */
  public long pid() {
    return daemon.pid();
  }

  /** Freezes the server (SIGSTOP): connections stay open, new ones too, and nothing answers. */
  public void pause() {
    paused = true;
    daemon.freeze();
  }

  /** Lets a paused server go on (SIGCONT); it then answers what was sent meanwhile. */
  public void resume() {
    daemon.thaw();
    paused = false;
  }

  /** Forgets all keys. */
  public void flush() {
    String answer = command("FLUSHALL");
    if (!answer.startsWith("+OK")) {
      throw new IllegalStateException("FLUSHALL was answered by " + answer);
    }
  }

  /** Whether the server answers a PING within two seconds. */
  public boolean answers() {
    try {
      return command("PING").startsWith("+PONG");
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** Ends the server at once (SIGKILL); its data are lost. */
  public void kill() {
    daemon.kill();
    paused = false;
  }

  /** Starts a killed server again, empty, on the same port. */
  public void restart() {
    daemon.start(this::answers, START_MAX);
  }

  /** Whether the server is there to answer: neither killed nor paused. */
  boolean awake() {
    return daemon.alive() && !paused;
  }

  /** Resumes or restarts a server that is not awake. */
  void revive() {
    if (!daemon.alive()) {
      restart();
    } else if (paused) {
      resume();
    }
  }

  /** The same as {@link #kill()}; the shared server refuses. */
  @Override
  public void close() {
    synchronized (SHARED) {
      if (SHARED.contains(this)) {
        throw new IllegalStateException("the shared Redis ends with the JVM");
      }
    }
    kill();
  }

  /**
   * Sends one command and returns the first line of the answer, such as {@code +OK}.
   *
   * @throws UncheckedIOException when there is no answer within two seconds
   */
  public String command(String... words) {
    return Wire.ask(host(), port, words).line();
  }

  /**
   * Sends one command and returns the text that it is answered with, such as a value; empty when
   * there is none.
   *
   * @throws IllegalStateException when the answer is an error
   * @throws UncheckedIOException when there is no answer within two seconds
   */
  public String text(String... words) {
    Wire.Answer answer = Wire.ask(host(), port, words);
    if (answer.line().startsWith("-")) {
      throw new IllegalStateException(words[0] + " was answered by " + answer.line());
    }
    return answer.text();
  }
}
