package io.paidonce.simulator.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether the machine is fit for a command; a problem is one line for the user. */
final class Ground {

  private Ground() {}

  /** A problem when the directory cannot be made or written. */
  static Optional<String> writable(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.delete(Files.createTempFile(directory, "writable", ".tmp"));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("directory " + directory + " is not writable; choose another by --data");
    }
  }

  /** A problem when something listens on the port already. */
  static Optional<String> free(int port, String option) {
    try (ServerSocket wildcard = new ServerSocket()) {
      wildcard.bind(new InetSocketAddress(port));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.of("port " + port + " is not free; choose another by " + option);
    }
    try (ServerSocket loopback = new ServerSocket()) {
      loopback.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of("port " + port + " is not free; choose another by " + option);
    }
  }
}
