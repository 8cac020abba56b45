package io.paidonce.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A response that is not sent but held: status, headers and body, as whoever is further inside
 * writes them.
 *
 * <p>What is sent only after the claim has ended cannot be said too early, and a client that hangs
 * up disturbs nobody. Content type and charset are the real response's, which knows their rules;
 * cookies go straight to it, since they are of this client and never kept.
 */
final class HeldResponse extends HttpServletResponseWrapper {

  private final HeldHeaders headers;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private int status = SC_OK;
  private @Nullable String error;
  private boolean closed;
  private @Nullable ServletOutputStream stream;
  private @Nullable PrintWriter writer;

  HeldResponse(HttpServletResponse response) {
    super(response);
    this.headers = new HeldHeaders(response);
  }

  /** What was written so far. */
  HttpAnswer answer() {
    if (writer != null) {
      writer.flush();
    }
    return new HttpAnswer(status, getContentType(), headers.all(), body.toByteArray(), error);
  }

  @Override
  public void setStatus(int status) {
    if (!closed) {
      this.status = status;
    }
  }

  @Override
  public int getStatus() {
    return status;
  }

  @Override
  public void sendError(int status) {
    sendError(status, null);
  }

  @Override
  public void sendError(int status, @Nullable String message) {
    requireOpen();
    resetBuffer();
    this.status = status;
    this.error = message == null ? "" : message;
    this.closed = true;
  }

  @Override
  public void sendRedirect(String location) {
    sendRedirect(location, SC_FOUND, true);
  }

  @Override
  public void sendRedirect(String location, boolean clearBuffer) {
    sendRedirect(location, SC_FOUND, clearBuffer);
  }

  @Override
  public void sendRedirect(String location, int status) {
    sendRedirect(location, status, true);
  }

  @Override
  public void sendRedirect(String location, int status, boolean clearBuffer) {
    requireOpen();
    if (clearBuffer) {
      resetBuffer();
    }
    this.status = status;
    headers.set("Location", location);
    this.closed = true;
  }

  @Override
  public ServletOutputStream getOutputStream() {
    if (writer != null) {
      throw new IllegalStateException("getWriter was called before");
    }
    if (stream == null) {
      stream = new BodyStream();
    }
    return stream;
  }

  @Override
  public PrintWriter getWriter() {
    if (stream != null) {
      throw new IllegalStateException("getOutputStream was called before");
    }
    if (writer == null) {
      String charset = getCharacterEncoding();
      setCharacterEncoding(charset);
      writer = new PrintWriter(new OutputStreamWriter(new BodyStream(), Charset.forName(charset)));
    }
    return writer;
  }

  @Override
  public void flushBuffer() {
    if (writer != null) {
      writer.flush();
    }
  }

  @Override
  public boolean isCommitted() {
    return closed;
  }

  @Override
  public void reset() {
    requireOpen();
    resetBuffer();
    headers.clear();
    status = SC_OK;
    setContentType(null);
    stream = null;
    writer = null;
  }

  @Override
  public void resetBuffer() {
    requireOpen();
    if (writer != null) {
      writer.flush();
    }
    body.reset();
  }

  @Override
  public void setBufferSize(int size) {
    // All of it is held.
  }

  @Override
  public void setContentLength(int length) {
    // It follows from what is held.
  }

  @Override
  public void setContentLengthLong(long length) {
    // It follows from what is held.
  }

  @Override
  public void setLocale(Locale locale) {
    super.setLocale(locale);
    headers.set("Content-Language", locale.toLanguageTag());
  }

  @Override
  public boolean containsHeader(String name) {
    return headers.contains(name) || super.containsHeader(name);
  }

  @Override
  public @Nullable String getHeader(String name) {
    return headers.values(name).stream().findFirst().orElse(null);
  }

  @Override
  public Collection<String> getHeaders(String name) {
    return headers.values(name);
  }

  @Override
  public Collection<String> getHeaderNames() {
    return headers.names();
  }

  @Override
  public void setHeader(String name, @Nullable String value) {
    if (passesHeld(name, value)) {
      headers.set(name, value);
    }
  }

  @Override
  public void addHeader(String name, @Nullable String value) {
    if (name.equalsIgnoreCase("Set-Cookie")) {
      super.addHeader(name, value);
    } else if (passesHeld(name, value) && value != null) {
      headers.add(name, value);
    }
  }

  /** Headers with a meaning of their own go where that is. */
  private boolean passesHeld(String name, @Nullable String value) {
    if (name.equalsIgnoreCase("Content-Type")) {
      setContentType(value);
    } else if (name.equalsIgnoreCase("Set-Cookie")) {
      super.setHeader(name, value);
    } else {
      return !closed && !name.equalsIgnoreCase("Content-Length");
    }
    return false;
  }

  @Override
  public void setDateHeader(String name, long date) {
    setHeader(name, HeldHeaders.date(date));
  }

  @Override
  public void addDateHeader(String name, long date) {
    addHeader(name, HeldHeaders.date(date));
  }

  @Override
  public void setIntHeader(String name, int value) {
    setHeader(name, Integer.toString(value));
  }

  @Override
  public void addIntHeader(String name, int value) {
    addHeader(name, Integer.toString(value));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the answer is closed by an error or a redirect");
    }
  }

  /** What is written after an error or a redirect is dropped, as containers do. */
  private final class BodyStream extends ServletOutputStream {

    @Override
    public void write(int octet) {
      if (!closed) {
        body.write(octet);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (!closed) {
        body.write(bytes, offset, length);
      }
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new IllegalStateException(HeldRequest.NOT_LATER);
    }
  }
}
