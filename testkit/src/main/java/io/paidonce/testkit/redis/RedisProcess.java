package io.paidonce.testkit.redis;

import io.paidonce.testkit.processes.Daemon;
import io.paidonce.testkit.processes.Ports;
import io.paidonce.testkit.processes.Reaper;
import io.paidonce.testkit.processes.Unpacked;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real Redis server on a free loopback port, without persistence: killed, it forgets everything.
 *
 * <p>Never outlives the JVM. Thread-safe.
 */
public final class RedisProcess implements AutoCloseable {

  private static final String PROGRAM = "redis-server-6.2.6-v5-linux-amd64";
  private static final Duration START_MAX = Duration.ofSeconds(20);
  private static final int ANSWER_MILLIS = 2_000;

  private final int port = Ports.free();
  private final Daemon daemon;

  private RedisProcess() {
    Path directory = Reaper.scratch("redis");
    daemon =
        new Daemon(
            directory,
            List.of(
                Unpacked.file(PROGRAM).toString(),
                "--port",
                Integer.toString(port),
                "--bind",
                host(),
                "--save",
                "",
                "--appendonly",
                "no"));
  }

  /** A new server that answers. */
  public static RedisProcess start() {
    RedisProcess redis = new RedisProcess();
    redis.restart();
    return redis;
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
    daemon.freeze();
  }

  /** Lets a paused server go on (SIGCONT); it then answers what was sent meanwhile. */
  public void resume() {
    daemon.thaw();
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
  }

  /** Starts a killed server again, empty, on the same port. */
  public void restart() {
    daemon.start(this::answers, START_MAX);
  }

  @Override
  public void close() {
    kill();
  }

  /**
   * Sends one command of plain words and returns the first line of the answer, such as {@code +OK}.
   *
   * @throws UncheckedIOException when there is no answer within two seconds
   */
  public String command(String... words) {
    try (Socket socket = new Socket()) {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(host()), port);
      socket.connect(address, ANSWER_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      String line = String.join(" ", words) + "\r\n";
      socket.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      String answer = reader.readLine();
      if (answer == null) {
        throw new IOException("connection closed without an answer");
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException("redis on port " + port + " did not answer " + words[0], e);
    }
  }
}
