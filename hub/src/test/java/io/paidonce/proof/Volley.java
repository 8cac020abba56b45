package io.paidonce.proof;

import io.paidonce.simulator.Signed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Many notifications at one instant: each has a connection of its own and is written except for its
 * last byte; then all the last bytes are written, one right after the other, by one thread.
 */
final class Volley {

  private static final int PATIENCE_MILLIS = 20_000;

  private final List<Shot> shots = new ArrayList<>();

  private record Shot(URI hub, String channel, Signed message) {}

  /** Status and body of an answer. */
  record Answer(int status, String body) {}

  /** Adds one delivery. */
  Volley add(URI hub, String channel, Signed message) {
    shots.add(new Shot(hub, channel, message));
    return this;
  }

  /** Fires all and reads the answers, in the order they were added. */
  List<Answer> fire() {
    List<Socket> sockets = new ArrayList<>();
    try {
      for (Shot shot : shots) {
        sockets.add(allButTheLastByte(shot));
      }
      for (int i = 0; i < shots.size(); i++) {
        byte[] body = shots.get(i).message().body();
        sockets.get(i).getOutputStream().write(body, body.length - 1, 1);
      }
      List<Answer> answers = new ArrayList<>();
      for (Socket socket : sockets) {
        answers.add(answer(socket));
      }
      return answers;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      sockets.forEach(Volley::close);
    }
  }

  private static Socket allButTheLastByte(Shot shot) throws IOException {
    Signed message = shot.message();
    byte[] body = message.body();
    StringBuilder head = new StringBuilder();
    head.append("POST /notify/").append(shot.channel()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(shot.hub().getAuthority()).append("\r\n");
    head.append("Connection: close\r\n");
    head.append("Content-Type: ").append(message.contentType()).append("\r\n");
    head.append("Content-Length: ").append(body.length).append("\r\n");
    message
        .headers()
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> head.append(name).append(": ").append(value).append("\r\n")));
    head.append("\r\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
    bytes.write(body, 0, body.length - 1);
    Socket socket = new Socket(shot.hub().getHost(), shot.hub().getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    socket.getOutputStream().write(bytes.toByteArray());
    return socket;
  }

  private static Answer answer(Socket socket) throws IOException {
    String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (!text.startsWith("HTTP/1.1 ") || end < 0) {
      throw new IOException("not an answer: " + text);
    }
    return new Answer(Integer.parseInt(text.substring(9, 12)), text.substring(end + 4));
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
