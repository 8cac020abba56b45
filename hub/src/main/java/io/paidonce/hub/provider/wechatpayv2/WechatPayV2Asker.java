package io.paidonce.hub.provider.wechatpayv2;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Call;
import io.paidonce.hub.provider.Finding;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.ProviderTime;
import io.paidonce.hub.provider.Question;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Reply;
import io.paidonce.hub.provider.Xml;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Queries of v2: of a payment and of a refund. Refunds themselves are not made, since they need a
 * client certificate, and nothing is closed.
 *
 * @param appId the app in whose name we ask
 */
record WechatPayV2Asker(
    URI base, ChannelName channel, WechatMerchant merchant, String appId, SharedKey key)
    implements Asker {

  /** Refunds on one page of an answer. */
  private static final int PAGE = 10;

  @Override
  public boolean canAsk(Question question) {
    return merchant.subMerchants().isEmpty()
        && question.fold(payment -> true, close -> false, refund -> false, state -> true);
  }

  @Override
  public Call ask(Question question, Instant at, String nonce) {
    if (!canAsk(question)) {
      throw new IllegalArgumentException("v2 is only asked about payments and refunds of our own");
    }
    Map<String, String> elements = new LinkedHashMap<>();
    elements.put("appid", appId);
    elements.put("mch_id", merchant.merchantId());
    elements.put("nonce_str", nonce);
    String path = "/pay/orderquery";
    if (question instanceof Question.RefundState state) {
      path = "/pay/refundquery";
      elements.put("out_refund_no", state.refundNo());
    } else {
      elements.put("out_trade_no", question.outTradeNo());
    }
    return new Call(
        "POST",
        URI.create(base.toString().replaceFirst("/+$", "") + path),
        Map.of("Content-Type", "text/xml; charset=utf-8", "User-Agent", "PaidOnce"),
        Xml.write(key.signed(elements), "xml").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Finding read(Question question, Reply reply) {
    if (reply.status() != 200) {
      return new Finding.Unclear("WeChat Pay answered with status " + reply.status());
    }
    try {
      Map<String, String> elements = Xml.flat(reply.body(), "xml");
      key.requireSignature(elements);
      Elements answer = new Elements(elements);
      if (!answer.required("return_code").equals("SUCCESS")) {
        throw new NotBelieved(Refusal.MALFORMED, "return_code is not SUCCESS");
      }
      merchant.requireMerchant("mch_id", answer.text("mch_id"));
      merchant.requireAppIfTold("appid", answer.text("appid"));
      if (!answer.required("result_code").equals("SUCCESS")) {
        return failed(question, answer.required("err_code"));
      }
      requireSame("out_trade_no", answer.required("out_trade_no"), question.outTradeNo());
      return question instanceof Question.RefundState state
          ? refund(state, answer)
          : payment(question.outTradeNo(), answer);
    } catch (NotBelieved e) {
      return new Finding.Unclear(e.reason() + ": " + e.detail());
    }
  }

  private static Finding failed(Question question, String code) {
    String absent = question instanceof Question.RefundState ? "REFUNDNOTEXIST" : "ORDERNOTEXIST";
    return code.equals(absent)
        ? new Finding.NotYet(code)
        : new Finding.Unclear("WeChat Pay says " + NotBelieved.shown(code));
  }

  private Finding payment(String outTradeNo, Elements answer) throws NotBelieved {
    String word = answer.required("trade_state");
    EventStatus status =
        switch (word) {
          case "SUCCESS", "REFUND" -> EventStatus.PAID;
          case "CLOSED", "REVOKED", "PAYERROR" -> EventStatus.CLOSED;
          case "NOTPAY", "USERPAYING", "ACCEPT" -> EventStatus.WAITING;
          default -> EventStatus.UNKNOWN;
        };
    if (status == EventStatus.WAITING) {
      return new Finding.NotYet(word);
    }
    if (status == EventStatus.UNKNOWN) {
      return new Finding.Unclear("trade_state " + NotBelieved.shown(word) + " is not known");
    }
    boolean paid = status == EventStatus.PAID;
    return new Finding.Facts(
        List.of(
            new Event(
                channel,
                merchant.merchant(),
                EventKind.PAYMENT,
                status,
                Evidence.QUERY,
                word,
                outTradeNo,
                paid ? answer.required("transaction_id") : answer.text("transaction_id"),
                null,
                null,
                paid ? answer.money("total_fee", "fee_type") : null,
                null,
                null,
                null,
                ProviderTime.COMPACT.read(answer.text("time_end")))));
  }

  private Finding refund(Question.RefundState state, Elements answer) throws NotBelieved {
    for (int i = 0; i < PAGE; i++) {
      if (state.refundNo().equals(answer.text("out_refund_no_" + i))) {
        return refund(state, answer, "_" + i);
      }
    }
    throw new NotBelieved(Refusal.IDENTITY, "the refund is not among the answer's");
  }

  private Finding refund(Question.RefundState state, Elements answer, String end)
      throws NotBelieved {
    String word = answer.required("refund_status" + end);
    EventStatus status =
        switch (word) {
          case "SUCCESS" -> EventStatus.REFUND_SUCCESS;
          case "PROCESSING" -> EventStatus.REFUND_PROCESSING;
          case "CHANGE" -> EventStatus.REFUND_ABNORMAL;
          case "REFUNDCLOSE" -> EventStatus.REFUND_CLOSED;
          default -> EventStatus.UNKNOWN;
        };
    if (status == EventStatus.UNKNOWN) {
      return new Finding.Unclear("refund_status " + NotBelieved.shown(word) + " is not known");
    }
    String tradeNo = answer.required("transaction_id");
    if (state.tradeNo() != null) {
      requireSame("transaction_id", tradeNo, state.tradeNo());
    }
    return new Finding.Facts(
        List.of(
            new Event(
                channel,
                merchant.merchant(),
                EventKind.REFUND,
                status,
                Evidence.QUERY,
                word,
                state.outTradeNo(),
                tradeNo,
                state.refundNo(),
                answer.text("refund_id" + end),
                answer.money("total_fee", "fee_type"),
                answer.money("refund_fee" + end, "fee_type"),
                null,
                null,
                ProviderTime.SPACED.read(answer.text("refund_success_time" + end)))));
  }

  private static void requireSame(String field, String told, String ours) throws NotBelieved {
    if (!told.equals(ours)) {
      throw new NotBelieved(
          Refusal.IDENTITY, field + " " + NotBelieved.shown(told) + " is not what was asked for");
    }
  }
}
