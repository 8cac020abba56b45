package io.paidonce.hub.ingress;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.provider.Answer;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /notify/{channel}}: the raw body in, the exact answer out.
 *
 * <p>A filter in front of all others, which passes nothing on: no body-reading filter, message
 * converter, advice or security rule ever sees a notification or its answer. The body is read
 * without holding a thread, so a sender that drips costs a connection and no more.
 */
public final class NotifyDoor implements Filter {

  /** Where it listens. */
  public static final String PATH = "/notify/";

  private final Supplier<Map<ChannelName, ProviderChannel>> channels;
  private final Ingress ingress;
  private final IngressMeters meters;
  private final Clock clock;
  private final Executor answering;
  private final int bodyBytesMax;
  private final Duration patience;
  private volatile boolean closing;

  /**
   * A door.
   *
   * @param answering writes answers
   * @param bodyBytesMax longer bodies are refused while they are read
   * @param patience how long a delivery may take in all
   */
  public NotifyDoor(
      Supplier<Map<ChannelName, ProviderChannel>> channels,
      Ingress ingress,
      IngressMeters meters,
      Clock clock,
      Executor answering,
      int bodyBytesMax,
      Duration patience) {
    this.channels = channels;
    this.ingress = ingress;
    this.meters = meters;
    this.clock = clock;
    this.answering = answering;
    this.bodyBytesMax = bodyBytesMax;
    this.patience = patience;
  }

  /** From now on every delivery is told to come again. */
  public void closeDoor() {
    closing = true;
  }

  @Override
  public void doFilter(ServletRequest rawRequest, ServletResponse rawResponse, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest request = (HttpServletRequest) rawRequest;
    HttpServletResponse response = (HttpServletResponse) rawResponse;
    String path = request.getRequestURI();
    if (!path.startsWith(PATH)) {
      chain.doFilter(request, response);
      return;
    }
    ProviderChannel channel = channel(path.substring(PATH.length()));
    if (channel == null) {
      write(response, new Answer(404, null, new byte[0]));
    } else if (!request.getMethod().equals("POST")) {
      response.setHeader("Allow", "POST");
      write(response, new Answer(405, null, new byte[0]));
    } else if (closing) {
      response.setHeader("Connection", "close");
      meters.unavailable(channel);
      write(response, channel.answers().unavailable());
    } else if (isMultipart(request) || request.getContentLengthLong() > bodyBytesMax) {
      refuseShape(request, response, channel);
    } else {
      receive(request, response, channel);
    }
  }

  private void receive(
      HttpServletRequest request, HttpServletResponse response, ProviderChannel channel)
      throws IOException {
    long start = System.nanoTime();
    AsyncContext async = request.startAsync(request, response);
    async.setTimeout(patience.toMillis());
    Reply reply = new Reply(async, channel, start);
    async.addListener(reply);
    Map<String, List<String>> headers = headers(request);
    request
        .getInputStream()
        .setReadListener(
            new BodyReader(
                request.getInputStream(),
                bodyBytesMax,
                body -> {
                  if (body.length == 0) {
                    meters.badShape(channel);
                    reply.send(channel.answers().badContent());
                    return;
                  }
                  var unused =
                      ingress
                          .receive(channel, new NotifyRequest(headers, body, clock.instant()))
                          .thenAcceptAsync(reply::send, answering);
                },
                () -> {
                  meters.badShape(channel);
                  reply.send(channel.answers().tooLarge());
                },
                reply::abandon));
  }

  private void refuseShape(
      HttpServletRequest request, HttpServletResponse response, ProviderChannel channel)
      throws IOException {
    meters.badShape(channel);
    Answers answers = channel.answers();
    response.setHeader("Connection", "close");
    write(response, isMultipart(request) ? answers.badContent() : answers.tooLarge());
  }

  private static boolean isMultipart(HttpServletRequest request) {
    String type = request.getContentType();
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/");
  }

  private @Nullable ProviderChannel channel(String name) {
    try {
      return channels.get().get(new ChannelName(name));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Map<String, List<String>> headers(HttpServletRequest request) {
    Map<String, List<String>> headers = new TreeMap<>();
    for (String name : Collections.list(request.getHeaderNames())) {
      headers.put(name, Collections.list(request.getHeaders(name)));
    }
    return headers;
  }

  /** Writes the answer as it is; the strong tag keeps the server from compressing it. */
  private static void write(HttpServletResponse response, Answer answer) throws IOException {
    response.setStatus(answer.status());
    response.setHeader("Cache-Control", "no-store, no-transform");
    String contentType = answer.contentType();
    if (contentType != null) {
      response.setContentType(contentType);
    }
    if (answer.status() != 204) {
      response.setHeader("ETag", "\"answer\"");
      response.setContentLength(answer.body().length);
      response.getOutputStream().write(answer.body());
    }
    response.flushBuffer();
  }

  /** The one answer of a delivery, however many would give it. */
  private final class Reply implements AsyncListener {
    private final AsyncContext async;
    private final ProviderChannel channel;
    private final long start;
    private boolean sent;

    Reply(AsyncContext async, ProviderChannel channel, long start) {
      this.async = async;
      this.channel = channel;
      this.start = start;
    }

    synchronized void send(Answer answer) {
      if (sent) {
        return;
      }
      sent = true;
      try {
        write((HttpServletResponse) async.getResponse(), answer);
        meters.answered(channel, Duration.ofNanos(System.nanoTime() - start));
      } catch (IOException e) {
        // The sender has gone; it will come again.
      } finally {
        async.complete();
      }
    }

    synchronized void abandon() {
      if (!sent) {
        sent = true;
        async.complete();
      }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      send(channel.answers().unavailable());
    }

    @Override
    public void onError(AsyncEvent event) {
      abandon();
    }

    @Override
    public void onComplete(AsyncEvent event) {}

    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}
