package io.paidonce.testkit.processes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free TCP ports of the loopback address.
 *
 * <p>The ports lie below the range from which Linux serves outgoing connections, so a server that
 * was killed finds its port free when it starts again. No port is given out twice by one JVM.
 */
public final class Ports {

  private static final int LOWEST = 12_000;
  private static final int ABOVE_HIGHEST = 32_000;
  private static final int TRIES_MAX = 1_000;
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /** A port on which nothing listened a moment ago. */
  public static int free() {
    return freePair(0);
  }

  /**
   * The lower of two ports on which nothing listened a moment ago; the other one is this far above
   * it. Both are given out.
   */
  public static int freePair(int apart) {
    for (int i = 0; i < TRIES_MAX; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, ABOVE_HIGHEST - apart);
      if (isFree(port) && isFree(port + apart) && give(port, port + apart)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port among " + TRIES_MAX + " tried on loopback");
  }

  private static synchronized boolean give(int port, int other) {
    if (GIVEN.contains(port) || GIVEN.contains(other)) {
      return false;
    }
    GIVEN.add(port);
    GIVEN.add(other);
    return true;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
