package io.paidonce.cases;

import io.paidonce.rig.HubClient.Reply;
import io.paidonce.simulator.Signed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Connections that are used again and again, as a proxy's are, one request at a time. Takes an
 * answer to its last byte and refuses any byte more; a connection that ends is a failure. (The
 * JDK's client cannot tell: it sometimes closes a pooled connection itself, and says the same.)
 */
final class SteadyConnections implements AutoCloseable {

  private static final String HEAD_END = "\r\n\r\n";

  private final URI hub;
  private final ConcurrentLinkedDeque<Socket> idle = new ConcurrentLinkedDeque<>();

  SteadyConnections(URI hub) {
    this.hub = hub;
  }

  /** Delivers a message on an idle connection, or on a new one. */
  Reply deliver(String channel, Signed message) throws IOException {
    Map<String, String> headers = RawHttp.headersAndLength(message);
    headers.remove("Connection");
    Socket pooled = idle.poll();
    Socket socket = pooled == null ? RawHttp.open(hub) : pooled;
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(RawHttp.head("POST /notify/" + channel + " HTTP/1.1", headers));
    request.writeBytes(message.body());
    socket.getOutputStream().write(request.toByteArray());
    Reply reply = answer(socket);
    idle.push(socket);
    return reply;
  }

  private static Reply answer(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] bytes = new byte[8192];
    int count = 0;
    while (true) {
      int more = in.read(bytes, count, bytes.length - count);
      if (more <= 0) {
        throw new IOException("the connection ended after " + count + " bytes of an answer");
      }
      count += more;
      int body = bodyStart(bytes, count);
      if (body > 0) {
        Reply head = RawHttp.parse(Arrays.copyOf(bytes, body));
        int length =
            Integer.parseInt(head.headers().getOrDefault("Content-Length", List.of("")).get(0));
        if (count > body + length) {
          throw new IOException(count - body - length + " bytes behind the answer");
        }
        if (count == body + length) {
          return new Reply(head.status(), head.headers(), Arrays.copyOfRange(bytes, body, count));
        }
      }
    }
  }

  private static int bodyStart(byte[] bytes, int count) {
    int at = new String(bytes, 0, count, StandardCharsets.ISO_8859_1).indexOf(HEAD_END);
    return at < 0 ? -1 : at + HEAD_END.length();
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : idle) {
      socket.close();
    }
  }
}
