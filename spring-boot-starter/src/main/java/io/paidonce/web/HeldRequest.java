package io.paidonce.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read to be compared, and is read again by whoever is further inside.
 * Work that goes on after the handler has returned is refused: its claim would have ended.
 */
final class HeldRequest extends HttpServletRequestWrapper {

  /** Why a handler may not go on later. */
  static final String NOT_LATER =
      "a handler with @IdempotentRequest answers before it returns: its claim ends then, and what"
          + " it sends later could not be kept; return the value itself";

  private final byte @Nullable [] body;
  private @Nullable ServletInputStream stream;
  private @Nullable BufferedReader reader;

  /**
   * A request.
   *
   * @param body what was read; null if nothing was
   */
  HeldRequest(HttpServletRequest request, byte @Nullable [] body) {
    super(request);
    this.body = body;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    if (body == null) {
      return super.getInputStream();
    }
    if (stream == null) {
      stream = new BodyStream(new ByteArrayInputStream(body));
    }
    return stream;
  }

  @Override
  public BufferedReader getReader() throws IOException {
    if (body == null) {
      return super.getReader();
    }
    if (reader == null) {
      String named = getCharacterEncoding();
      Charset charset = named == null ? StandardCharsets.ISO_8859_1 : Charset.forName(named);
      reader = new BufferedReader(new InputStreamReader(getInputStream(), charset));
    }
    return reader;
  }

  @Override
  public AsyncContext startAsync() {
    throw new IllegalStateException(NOT_LATER);
  }

  @Override
  public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
    throw new IllegalStateException(NOT_LATER);
  }

  private static final class BodyStream extends ServletInputStream {

    private final ByteArrayInputStream bytes;

    BodyStream(ByteArrayInputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      return bytes.read(target, offset, length);
    }

    @Override
    public int available() {
      return bytes.available();
    }

    @Override
    public boolean isFinished() {
      return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
      throw new IllegalStateException(NOT_LATER);
    }
  }
}
