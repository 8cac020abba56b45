package io.paidonce.hub.provider.alipay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Call;
import io.paidonce.hub.provider.Finding;
import io.paidonce.hub.provider.Json;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.OwnKey;
import io.paidonce.hub.provider.ProviderTime;
import io.paidonce.hub.provider.Question;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Reply;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Calls of Alipay's gateway: {@code alipay.trade.query}, {@code close}, {@code refund} and {@code
 * fastpay.refund.query}, signed RSA2.
 *
 * @param certificates what calls say of certificates in certificate mode; empty in key mode
 * @param keys who may have signed an answer
 */
record AlipayAsker(
    URI gateway,
    String appId,
    Map<String, String> certificates,
    OwnKey ownKey,
    AlipayKeys keys,
    AlipayEvents events)
    implements Asker {

  private static final String FAILED = "40004";
  private static final int REASON_CHARACTERS_MAX = 256;

  /** There may be one later: the trade begins when the buyer reaches the cashier. */
  private static final String NO_TRADE = "TRADE_NOT_EXIST";

  /** The trade is in a state that cannot be closed; most likely it has been paid. */
  private static final Set<String> NOT_CLOSABLE =
      Set.of("TRADE_STATUS_ERROR", "REASON_TRADE_STATUS_INVALID", "REASON_ILLEGAL_STATUS");

  /**
   * Refusals that stand, whatever became of an earlier try under the same number. A code that may
   * also follow on this very refund's success (a trade closed by it) is not among them.
   */
  private static final Set<String> REFUND_REFUSED =
      Set.of(
          "DISCORDANT_REPEAT_REQUEST",
          "REFUND_AMT_NOT_EQUAL_TOTAL",
          "REASON_TRADE_REFUND_FEE_ERR",
          "REFUND_FEE_ERROR",
          "TRADE_HAS_FINISHED",
          "NOT_ALLOW_PARTIAL_REFUND",
          "ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND",
          "TRADE_NOT_EXIST",
          "INVALID_PARAMETER");

  @Override
  public boolean canAsk(Question question) {
    return true;
  }

  @Override
  public Call ask(Question question, Instant at, String nonce) {
    TreeMap<String, String> fields = new TreeMap<>(certificates);
    fields.put("app_id", appId);
    fields.put("method", method(question));
    fields.put("format", "JSON");
    fields.put("charset", "utf-8");
    fields.put("sign_type", "RSA2");
    fields.put("timestamp", ProviderTime.SPACED.write(at));
    fields.put("version", "1.0");
    String content = Json.text(content(question));
    fields.put("biz_content", content);
    String signed =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + field.getValue())
            .collect(Collectors.joining("&"));
    fields.put("sign", ownKey.sign(signed.getBytes(UTF_8)));
    fields.remove("biz_content");
    String query =
        fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    return new Call(
        "POST",
        URI.create(gateway + (gateway.getRawQuery() == null ? "?" : "&") + query),
        Map.of("Content-Type", "application/x-www-form-urlencoded;charset=utf-8"),
        ("biz_content=" + encoded(content)).getBytes(UTF_8));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static String method(Question question) {
    return question.fold(
        payment -> "alipay.trade.query",
        close -> "alipay.trade.close",
        refund -> "alipay.trade.refund",
        refundState -> "alipay.trade.fastpay.refund.query");
  }

  private static Map<String, String> content(Question question) {
    Map<String, String> content = new LinkedHashMap<>();
    content.put("out_trade_no", question.outTradeNo());
    if (question instanceof Question.Refund refund) {
      String reason = refund.reason();
      content.put("refund_amount", refund.amount().decimal());
      content.put("out_request_no", refund.refundNo());
      if (reason != null && !reason.isBlank()) {
        int end = Math.min(reason.length(), REASON_CHARACTERS_MAX);
        content.put("refund_reason", reason.substring(0, end));
      }
    } else if (question instanceof Question.RefundState state) {
      content.put("out_request_no", state.refundNo());
    }
    return content;
  }

  @Override
  public Finding read(Question question, Reply reply) {
    if (reply.status() != 200) {
      return new Finding.Unclear("the gateway answered with status " + reply.status());
    }
    try {
      GatewayAnswer answer =
          GatewayAnswer.read(reply.body(), method(question), keys, reply.receivedAt());
      if (!answer.code().equals(GatewayAnswer.OK)) {
        return failed(question, answer);
      }
      requireAbout(question, answer);
      return found(question, answer);
    } catch (NotBelieved e) {
      return new Finding.Unclear(e.reason() + ": " + e.detail());
    }
  }

  private Finding found(Question question, GatewayAnswer answer) throws NotBelieved {
    if (question instanceof Question.Refund refund) {
      if (!"Y".equals(answer.text("fund_change"))) {
        return new Finding.Unclear("no money moved by this call; ask for the refund");
      }
      Event event = events.refunded(answer, refund.refundNo(), refund.amount());
      Money all = event.refundedTotal();
      if (all != null && all.minor() > refund.total().minor()) {
        return new Finding.Unclear("refund_fee is more than was paid");
      }
      return new Finding.Facts(List.of(event));
    }
    if (question instanceof Question.RefundState) {
      String status = answer.text("refund_status");
      if (status == null || status.equals("REFUND_PROCESSING")) {
        return new Finding.NotYet(status == null ? "no refund_status" : status);
      }
      return status.equals("REFUND_SUCCESS")
          ? new Finding.Facts(List.of(events.refundState(answer)))
          : new Finding.Unclear("refund_status " + NotBelieved.shown(status) + " is not known");
    }
    if (question instanceof Question.Close) {
      return new Finding.Facts(List.of(events.closed(answer)));
    }
    List<Event> facts = events.answered(answer);
    Event first = facts.get(0);
    if (first.status() == EventStatus.WAITING) {
      return new Finding.NotYet(first.providerStatus());
    }
    return first.status() == EventStatus.UNKNOWN
        ? new Finding.Unclear(
            "trade_status " + NotBelieved.shown(first.providerStatus()) + " is not known")
        : new Finding.Facts(facts);
  }

  private Finding failed(Question question, GatewayAnswer answer) throws NotBelieved {
    String reason = answer.reason();
    String shown = NotBelieved.shown(reason);
    if (!answer.code().equals(FAILED)) {
      return new Finding.Unclear("the gateway says " + NotBelieved.shown(answer.code()));
    }
    Finding unclear = new Finding.Unclear("the gateway says " + shown);
    return question.fold(
        payment -> reason.equals(NO_TRADE) ? new Finding.NotYet(reason) : unclear,
        close ->
            reason.equals(NO_TRADE)
                ? new Finding.NotYet(reason)
                : NOT_CLOSABLE.contains(reason)
                    ? new Finding.Refused(
                        reason, "the trade cannot be closed; ask whether it is paid")
                    : unclear,
        refund ->
            reason.equals("SELLER_BALANCE_NOT_ENOUGH")
                ? new Finding.NotYet(reason)
                : REFUND_REFUSED.contains(reason)
                    ? new Finding.Refused(reason, "Alipay will not make this refund")
                    : unclear,
        refundState -> unclear);
  }

  /** An answer that is genuine and about something else is worth nothing. */
  private void requireAbout(Question question, GatewayAnswer answer) throws NotBelieved {
    requireSame("out_trade_no", answer.required("out_trade_no"), question.outTradeNo());
    requireIfTold(answer, "app_id", appId);
    requireIfTold(answer, "seller_id", events.merchant().id());
    if (question instanceof Question.Refund refund && refund.tradeNo() != null) {
      requireSame("trade_no", answer.required("trade_no"), refund.tradeNo());
    }
    if (question instanceof Question.RefundState state && answer.text("refund_status") != null) {
      requireSame("out_request_no", answer.required("out_request_no"), state.refundNo());
      if (state.tradeNo() != null) {
        requireSame("trade_no", answer.required("trade_no"), state.tradeNo());
      }
    }
  }

  private static void requireIfTold(GatewayAnswer answer, String field, String ours)
      throws NotBelieved {
    String told = answer.text(field);
    if (told != null) {
      requireSame(field, told, ours);
    }
  }

  private static void requireSame(String field, String told, String ours) throws NotBelieved {
    if (!told.equals(ours)) {
      throw new NotBelieved(
          Refusal.IDENTITY, field + " " + NotBelieved.shown(told) + " is not what was asked for");
    }
  }
}
