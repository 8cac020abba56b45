package io.paidonce.testkit.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One command and its answer in the plain protocol of Redis, on a connection of its own. */
final class Wire {

  private static final int ANSWER_MILLIS = 2_000;

  /** What all lines of the protocol end with. */
  private static final String END = "\r\n";

  private Wire() {}

  /** The first line of an answer, and the text that this line announces, else nothing. */
  record Answer(String line, String text) {}

  /** Words may be any text. Of a list only the first line is read. */
  static Answer ask(String host, int port, String... words) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getByName(host), port), ANSWER_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write(command(words));
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String line = line(in);
      return new Answer(line, line.startsWith("$") ? text(in, line) : "");
    } catch (IOException e) {
      throw new UncheckedIOException("redis on port " + port + " did not answer " + words[0], e);
    }
  }

  private static byte[] command(String... words) {
    StringBuilder command = new StringBuilder("*" + words.length + END);
    for (String word : words) {
      int bytes = word.getBytes(StandardCharsets.UTF_8).length;
      command.append('$').append(bytes).append(END).append(word).append(END);
    }
    return command.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("connection closed without an answer");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  private static String text(InputStream in, String announced) throws IOException {
    int length = Integer.parseInt(announced.substring(1));
    byte[] bytes = in.readNBytes(Math.max(0, length)); // -1 stands for no value
    if (bytes.length < length) {
      throw new EOFException("connection closed within an answer");
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
