package io.paidonce.cases;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.simulator.Signed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** HTTP by hand, where a client library would hide or forbid bytes. */
final class RawHttp {

  private static final int TIMEOUT_MILLIS = 20_000;

  private RawHttp() {}

  /** Sends these bytes on a connection of their own and reads to its end. */
  static Reply exchange(URI hub, byte[]... pieces) throws IOException {
    try (Socket socket = open(hub)) {
      for (byte[] piece : pieces) {
        socket.getOutputStream().write(piece);
        socket.getOutputStream().flush();
      }
      return read(socket);
    }
  }

  static Socket open(URI hub) throws IOException {
    Socket socket = new Socket(hub.getHost(), hub.getPort());
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  static Reply read(Socket socket) throws IOException {
    return parse(socket.getInputStream().readAllBytes());
  }

  /** The bytes of one answer, its body being all behind the head. */
  static Reply parse(byte[] all) throws IOException {
    int end = new String(all, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
    if (end < 0) {
      throw new IOException("no whole answer in " + all.length + " bytes");
    }
    List<String> lines = new String(all, 0, end, StandardCharsets.ISO_8859_1).lines().toList();
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    int status = Integer.parseInt(lines.get(0).split(" ", 3)[1]);
    return new Reply(status, headers, Arrays.copyOfRange(all, end + 4, all.length));
  }

  /** A request line and headers, and nothing behind them. */
  static byte[] head(String requestLine, Map<String, String> headers) {
    StringBuilder text = new StringBuilder(requestLine).append("\r\n");
    headers.forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    return text.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The headers of a message, as a provider would send it over a connection that it closes. */
  static Map<String, String> headers(Signed message) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Host", "pay.example.com");
    headers.put("Connection", "close");
    headers.put("Content-Type", message.contentType());
    message.headers().forEach((name, values) -> headers.put(name, values.get(0)));
    return headers;
  }

  /** The same with the body's length. */
  static Map<String, String> headersAndLength(Signed message) {
    Map<String, String> headers = headers(message);
    headers.put("Content-Length", Integer.toString(message.body().length));
    return headers;
  }

  /** A body in chunks of this size. */
  static byte[] chunked(byte[] body, int chunkBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int start = 0; start < body.length; start += chunkBytes) {
      int count = Math.min(chunkBytes, body.length - start);
      out.writeBytes((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(body, start, count);
      out.writeBytes(new byte[] {'\r', '\n'});
    }
    out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }
}
