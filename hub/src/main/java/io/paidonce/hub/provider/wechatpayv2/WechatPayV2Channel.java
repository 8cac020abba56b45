package io.paidonce.hub.provider.wechatpayv2;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.ProviderTime;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Xml;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One WeChat Pay merchant, by the XML protocol. */
record WechatPayV2Channel(
    ChannelName name,
    WechatMerchant contract,
    SharedKey key,
    RefundNotices refunds,
    Optional<Asker> asker)
    implements ProviderChannel {

  @Override
  public Merchant merchant() {
    return contract.merchant();
  }

  @Override
  public String provider() {
    return WechatPayV2Dialect.PROVIDER;
  }

  @Override
  public Answers answers() {
    return Answers.WECHATPAY_V2;
  }

  @Override
  public Verdict verify(NotifyRequest request) {
    Answers sender = Answers.ofSender(request.body());
    boolean empty = request.isEmpty();
    try {
      if (!sender.equals(Answers.WECHATPAY_V2) && !empty) {
        throw new NotBelieved(Refusal.WRONG_PROTOCOL, "not XML but JSON or a form");
      }
      Map<String, String> elements = Xml.flat(request.body(), "xml");
      List<Event> events =
          elements.containsKey("req_info") ? refunds.read(elements) : signed(elements);
      return new Verdict.Genuine(events, Answers.WECHATPAY_V2);
    } catch (NotBelieved e) {
      return e.refused(empty ? Answers.WECHATPAY_V2 : sender);
    }
  }

  private List<Event> signed(Map<String, String> byName) throws NotBelieved {
    key.requireSignature(byName);
    Elements message = new Elements(byName);
    if (!message.required("return_code").equals("SUCCESS")) {
      throw new NotBelieved(Refusal.MALFORMED, "return_code is not SUCCESS");
    }
    contract.requireMerchant("mch_id", message.text("mch_id"));
    contract.requireSubMerchantIfTold("sub_mch_id", message.text("sub_mch_id"));
    contract.requireAppIfTold("appid", message.text("appid"));
    if (message.text("out_trade_no") == null) {
      return List.of(agreement(message));
    }
    if (message.text("appid") == null) {
      throw new NotBelieved(Refusal.IDENTITY, "no appid");
    }
    return List.of(payment(message));
  }

  private Event payment(Elements message) throws NotBelieved {
    String result = message.required("result_code");
    String state = message.text("trade_state");
    String word = state == null ? result : state;
    boolean paid = result.equals("SUCCESS") && word.equals("SUCCESS");
    return new Event(
        name,
        merchant(),
        EventKind.PAYMENT,
        // Only success is ever notified; anything else is kept and asked about.
        paid ? EventStatus.PAID : EventStatus.UNKNOWN,
        Evidence.CALLBACK,
        word,
        message.required("out_trade_no"),
        message.text("transaction_id"),
        null,
        null,
        paid || message.text("total_fee") != null ? message.money("total_fee", "fee_type") : null,
        null,
        null,
        null,
        ProviderTime.COMPACT.read(message.text("time_end")));
  }

  private Event agreement(Elements message) throws NotBelieved {
    String change = message.required("change_type");
    return new Event(
        name,
        merchant(),
        EventKind.NOTICE,
        EventStatus.NOTED,
        Evidence.CALLBACK,
        change,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        "contract." + change + ":" + message.required("contract_id"),
        ProviderTime.SPACED.read(message.text("operate_time")));
  }
}
