package io.paidonce.simulator.page;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.NotificationSigner;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.Signed;
import io.paidonce.simulator.sending.Attempt;
import io.paidonce.simulator.sending.Sender;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code POST /simulator/send}: fires one notification at a URL and answers with what came back.
 * Only JSON is read, so that no web page can make a browser call it.
 */
public final class ControlServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  /** Longest request body. */
  static final int BODY_BYTES_MAX = 16_384;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<Dialect, String> MONEY_MARKER =
      Map.of(
          Dialect.ALIPAY, "total_amount=",
          Dialect.WECHATPAY, "\"ciphertext\":\"",
          Dialect.WECHATPAY_V2, "<total_fee>");

  private final transient Map<Dialect, NotificationSigner> genuine;
  private final transient Map<Dialect, NotificationSigner> forgers;
  private final transient Sender sender;
  private final transient Clock clock;

  /** A door to these signers; both maps hold every dialect. */
  public ControlServlet(
      Map<Dialect, NotificationSigner> genuine,
      Map<Dialect, NotificationSigner> forgers,
      Sender sender,
      Clock clock) {
    this.genuine = Map.copyOf(genuine);
    this.forgers = Map.copyOf(forgers);
    this.sender = sender;
    this.clock = clock;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ObjectNode answer = JSON.createObjectNode();
    int status = 200;
    try {
      String type = request.getContentType();
      if (type == null || !type.startsWith("application/json")) {
        throw new IllegalArgumentException("Content-Type must be application/json");
      }
      byte[] body = request.getInputStream().readNBytes(BODY_BYTES_MAX + 1);
      if (body.length > BODY_BYTES_MAX) {
        throw new IllegalArgumentException("the body exceeds " + BODY_BYTES_MAX + " bytes");
      }
      send(JSON.readTree(body), answer);
    } catch (IllegalArgumentException | JacksonException e) {
      status = 400;
      answer.put("error", e instanceof JacksonException ? "the body is not JSON" : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      status = 503;
      answer.put("error", "the simulator is ending");
    }
    response.setStatus(status);
    response.setContentType("application/json");
    response.getOutputStream().write(JSON.writeValueAsBytes(answer));
  }

  private void send(JsonNode order, ObjectNode answer) throws InterruptedException {
    URI url = url(text(order, "url", ""));
    Dialect dialect = Dialect.ofLabel(text(order, "dialect", ""));
    String outTradeNo = text(order, "outTradeNo", "");
    Attempt attempt = sender.send(url, dialect, outTradeNo, message(order, dialect, outTradeNo));
    answer.put("requestId", attempt.requestId());
    answer.put("verdict", attempt.verdict().name());
    answer.put("status", attempt.status());
    answer.put("body", new String(attempt.body(), java.nio.charset.StandardCharsets.UTF_8));
    answer.put("latencyMillis", attempt.latency().toMillis());
  }

  private Signed message(JsonNode order, Dialect dialect, String outTradeNo) {
    Instant now = clock.instant();
    long amountFen = order.path("amountFen").asLong(0);
    String tradeNo = text(order, "tradeNo", "42" + outTradeNo);
    Payment payment = new Payment(outTradeNo, tradeNo, amountFen, "simulated", now);
    NotificationSigner signer = signer(genuine, dialect);
    return switch (text(order, "kind", "payment")) {
      case "payment" -> signer.payment(payment, now);
      case "refund" -> {
        long refundFen = order.path("refundFen").asLong(amountFen);
        String refundNo = text(order, "refundNo", outTradeNo + "-r1");
        yield signer.refund(
            payment, new Refund(refundNo, "50" + refundNo, refundFen, refundFen, now), now);
      }
      case "forged" -> signer(forgers, dialect).payment(payment, now);
      case "tampered" ->
          signer.payment(payment, now).withByteChangedAfter(MONEY_MARKER.getOrDefault(dialect, ""));
      default ->
          throw new IllegalArgumentException("kind must be payment, refund, forged or tampered");
    };
  }

  private static NotificationSigner signer(
      Map<Dialect, NotificationSigner> signers, Dialect dialect) {
    NotificationSigner signer = signers.get(dialect);
    if (signer == null) {
      throw new IllegalArgumentException("no signer for " + dialect.label());
    }
    return signer;
  }

  private static URI url(String text) {
    URI url = URI.create(text);
    if (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme())) {
      throw new IllegalArgumentException("url must begin with http:// or https://");
    }
    return url;
  }

  private static String text(JsonNode order, String field, String otherwise) {
    String value = order.path(field).asString(otherwise);
    if (value.isBlank()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return value;
  }
}
