package io.paidonce.hub.provider.wechatpay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Call;
import io.paidonce.hub.provider.Finding;
import io.paidonce.hub.provider.Json;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.OwnKey;
import io.paidonce.hub.provider.Question;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Reply;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Calls of WeChat Pay's API v3: query by our number, close, refund, query of a refund; signed with
 * the merchant's key. Whatever is not sealed by the platform's key, an error too, says nothing.
 *
 * @param serial of the merchant's certificate
 * @param answerKey the id of the public key that shall seal the answers; empty with certificates
 * @param seals checks the answers, as it does notifications
 */
record WechatPayAsker(
    URI base,
    String serial,
    OwnKey ownKey,
    Optional<String> answerKey,
    Seals seals,
    WechatPayEvents events)
    implements Asker {

  private static final String SCHEME = "WECHATPAY2-SHA256-RSA2048";
  private static final String PAYMENTS = "/v3/pay/transactions/out-trade-no/";
  private static final String REFUNDS = "/v3/refund/domestic/refunds";
  private static final int REASON_BYTES_MAX = 80;

  /** What is not there now; a payment may still come. */
  private static final Set<String> ABSENT =
      Set.of("ORDER_NOT_EXIST", "ORDERNOTEXIST", "RESOURCE_NOT_EXISTS");

  private static final Set<String> NOT_CLOSABLE = Set.of("ORDERPAID", "ORDER_PAID", "TRADE_ERROR");

  /** Refusals that stand; a repeat of a refund that was made is no error and so not among them. */
  private static final Set<String> REFUND_REFUSED =
      Set.of(
          "PARAM_ERROR",
          "INVALID_REQUEST",
          "USER_ACCOUNT_ABNORMAL",
          "RESOURCE_NOT_EXISTS",
          "ORDER_NOT_EXIST",
          "TRADE_OVERDUE");

  @Override
  public boolean canAsk(Question question) {
    return events.merchant().subMerchants().isEmpty();
  }

  @Override
  public Call ask(Question question, Instant at, String nonce) {
    if (!canAsk(question)) {
      throw new IllegalArgumentException("what is asked for sub-merchants has other addresses");
    }
    String merchant = events.merchant().merchantId();
    return question.fold(
        payment ->
            call(
                "GET",
                PAYMENTS + encoded(payment.outTradeNo()) + "?mchid=" + encoded(merchant),
                "",
                at,
                nonce),
        close ->
            call(
                "POST",
                PAYMENTS + encoded(close.outTradeNo()) + "/close",
                Json.text(Map.of("mchid", merchant)),
                at,
                nonce),
        refund -> call("POST", REFUNDS, Json.text(content(refund)), at, nonce),
        state -> call("GET", REFUNDS + "/" + encoded(state.refundNo()), "", at, nonce));
  }

  private Call call(String method, String path, String body, Instant at, String nonce) {
    String root = base.toString().replaceFirst("/+$", "");
    URI uri = URI.create(root + path);
    String target = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    String text =
        String.join("\n", method, target, Long.toString(at.getEpochSecond()), nonce, body, "");
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(
        "Authorization",
        SCHEME
            + " mchid=\""
            + events.merchant().merchantId()
            + "\",nonce_str=\""
            + nonce
            + "\",timestamp=\""
            + at.getEpochSecond()
            + "\",serial_no=\""
            + serial
            + "\",signature=\""
            + ownKey.sign(text.getBytes(UTF_8))
            + "\"");
    headers.put("Accept", "application/json");
    headers.put("User-Agent", "PaidOnce");
    answerKey.ifPresent(id -> headers.put("Wechatpay-Serial", id));
    if (!body.isEmpty()) {
      headers.put("Content-Type", "application/json");
    }
    return new Call(method, uri, headers, body.getBytes(UTF_8));
  }

  private static Map<String, Object> content(Question.Refund refund) {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("out_trade_no", refund.outTradeNo());
    content.put("out_refund_no", refund.refundNo());
    String reason = refund.reason();
    if (reason != null && !reason.isBlank()) {
      content.put("reason", shortened(reason));
    }
    Map<String, Object> amount = new LinkedHashMap<>();
    amount.put("refund", refund.amount().minor());
    amount.put("total", refund.total().minor());
    amount.put("currency", refund.amount().currency());
    content.put("amount", amount);
    return content;
  }

  /** The limit counts bytes; a character is kept whole or left out. */
  private static String shortened(String reason) {
    int end = reason.length();
    while (reason.substring(0, end).getBytes(UTF_8).length > REASON_BYTES_MAX) {
      end = reason.offsetByCodePoints(end, -1);
    }
    return reason.substring(0, end);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }

  @Override
  public Finding read(Question question, Reply reply) {
    int status = reply.status();
    if (status == 202 || status == 429 || status >= 500 || (status >= 300 && status < 400)) {
      return new Finding.Unclear("WeChat Pay answered with status " + status);
    }
    try {
      if (!seals.matches(reply.delivered())) {
        throw new NotBelieved(
            Refusal.SIGNATURE, "the seal does not match " + reply.body().length + " bytes");
      }
      if (!reply.isSuccess()) {
        return failed(question, Json.required(Json.object(reply.body(), "the answer"), "code"));
      }
      return found(question, reply);
    } catch (NotBelieved e) {
      return new Finding.Unclear(e.reason() + ": " + e.detail() + ", status " + status);
    }
  }

  private Finding found(Question question, Reply reply) throws NotBelieved {
    if (question instanceof Question.Close) {
      return reply.status() == 204 && reply.body().length == 0
          ? new Finding.Facts(List.of(events.closed(question.outTradeNo())))
          : new Finding.Unclear("a close is answered with 204 and nothing, not " + reply);
    }
    if (reply.status() != 200) {
      return new Finding.Unclear("WeChat Pay answered with status " + reply.status());
    }
    JsonNode answer = Json.object(reply.body(), "the answer");
    Event fact =
        question instanceof Question.Payment
            ? events.queried(answer)
            : events.refund(answer, "status");
    requireSame("out_trade_no", fact.outTradeNo(), question.outTradeNo());
    if (question instanceof Question.Refund refund) {
      requireRefund(fact, refund.refundNo(), refund.tradeNo());
      if (!refund.amount().equals(fact.refund())) {
        throw new NotBelieved(Refusal.IDENTITY, "amount.refund is not what was asked for");
      }
    } else if (question instanceof Question.RefundState state) {
      requireRefund(fact, state.refundNo(), state.tradeNo());
    }
    return fold(fact);
  }

  private static Finding fold(Event fact) {
    if (fact.status() == EventStatus.WAITING) {
      return new Finding.NotYet(fact.providerStatus());
    }
    return fact.status() == EventStatus.UNKNOWN
        ? new Finding.Unclear(
            "status " + NotBelieved.shown(fact.providerStatus()) + " is not known")
        : new Finding.Facts(List.of(fact));
  }

  private static Finding failed(Question question, String code) {
    Finding unclear = new Finding.Unclear("WeChat Pay says " + NotBelieved.shown(code));
    Finding notYet = new Finding.NotYet(code);
    return question.fold(
        payment -> ABSENT.contains(code) ? notYet : unclear,
        close ->
            ABSENT.contains(code)
                ? notYet
                : NOT_CLOSABLE.contains(code)
                    ? new Finding.Refused(
                        code, "the order cannot be closed; ask whether it is paid")
                    : unclear,
        refund ->
            code.equals("NOT_ENOUGH")
                ? notYet
                : REFUND_REFUSED.contains(code)
                    ? new Finding.Refused(code, "WeChat Pay will not make this refund")
                    : unclear,
        state -> ABSENT.contains(code) ? notYet : unclear);
  }

  private static void requireRefund(Event fact, String refundNo, @Nullable String tradeNo)
      throws NotBelieved {
    requireSame("out_refund_no", fact.refundNo(), refundNo);
    if (tradeNo != null) {
      requireSame("transaction_id", fact.tradeNo(), tradeNo);
    }
  }

  private static void requireSame(String field, @Nullable String told, String ours)
      throws NotBelieved {
    if (!ours.equals(told)) {
      throw new NotBelieved(Refusal.IDENTITY, field + " is not what was asked for");
    }
  }
}
