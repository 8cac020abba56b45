package io.paidonce.web;

import io.paidonce.web.HttpAnswer.Header;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers as text, which every template can keep; or the mark that there is none to be given.
 *
 * <p>A version, status, content type, headers, error and body, each of the latter with its length
 * before it, in Base64.
 */
final class AnswerText {

  /** Stands for an answer that was too large, or was broken after the handler was done. */
  static final String LOST = "-";

  private static final int VERSION = 1;

  private AnswerText() {}

  /** An answer as text, or {@link #LOST} if it has more bytes than this. */
  static String of(HttpAnswer answer, int bytesMax) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(answer.body().length + 256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeInt(answer.status());
      text(out, answer.contentType());
      List<Header> kept = answer.headers().stream().filter(Header::kept).toList();
      out.writeInt(kept.size());
      for (Header header : kept) {
        text(out, header.name());
        out.writeBoolean(header.replaces());
        out.writeInt(header.values().size());
        for (String value : header.values()) {
          text(out, value);
        }
      }
      text(out, answer.error());
      out.writeInt(answer.body().length);
      out.write(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory does not fail", e);
    }
    return bytes.size() > bytesMax ? LOST : Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** The answer that was kept, or nothing if none was, or this version cannot read it. */
  static Optional<HttpAnswer> read(String text) {
    if (text.equals(LOST)) {
      return Optional.empty();
    }
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
      return in.readByte() == VERSION ? Optional.of(answer(in)) : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static HttpAnswer answer(DataInputStream in) throws IOException {
    int status = in.readInt();
    String contentType = text(in);
    List<Header> headers = new ArrayList<>();
    for (int left = length(in); left > 0; left--) {
      String name = required(in);
      boolean replaces = in.readBoolean();
      List<String> values = new ArrayList<>();
      for (int more = length(in); more > 0; more--) {
        values.add(required(in));
      }
      headers.add(new Header(name, replaces, values));
    }
    String error = text(in);
    return new HttpAnswer(status, contentType, headers, bytes(in), error);
  }

  private static void text(DataOutputStream out, @Nullable String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }

  private static @Nullable String text(DataInputStream in) throws IOException {
    return in.readBoolean() ? new String(bytes(in), StandardCharsets.UTF_8) : null;
  }

  private static String required(DataInputStream in) throws IOException {
    String text = text(in);
    if (text == null) {
      throw new IOException("a name or a value is missing");
    }
    return text;
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[length(in)];
    in.readFully(bytes);
    return bytes;
  }

  private static int length(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("a length of " + length + " that cannot be");
    }
    return length;
  }
}
