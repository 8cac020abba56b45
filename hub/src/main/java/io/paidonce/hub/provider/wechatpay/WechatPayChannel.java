package io.paidonce.hub.provider.wechatpay;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.Json;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Verdict;
import io.paidonce.hub.provider.Xml;
import io.paidonce.hub.provider.wechatpayv2.RefundNotices;
import io.paidonce.hub.provider.wechatpayv2.WechatMerchant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * One WeChat Pay merchant, by API v3.
 *
 * @param v2Refunds reads the v2 refunds that reach v3 merchants too; without it they are refused
 */
record WechatPayChannel(
    ChannelName name,
    WechatMerchant contract,
    Seals seals,
    ResourceKey resourceKey,
    WechatPayEvents events,
    Optional<RefundNotices> v2Refunds,
    Optional<Asker> asker)
    implements ProviderChannel {

  @Override
  public Merchant merchant() {
    return contract.merchant();
  }

  @Override
  public String provider() {
    return WechatPayDialect.PROVIDER;
  }

  @Override
  public Answers answers() {
    return Answers.WECHATPAY_V3;
  }

  @Override
  public Verdict verify(NotifyRequest request) {
    Answers sender = sender(request);
    try {
      List<Event> facts =
          sender.equals(Answers.WECHATPAY_V3) ? sealed(request) : foreign(request.body(), sender);
      return new Verdict.Genuine(facts, sender);
    } catch (NotBelieved e) {
      return e.refused(sender);
    }
  }

  /** An empty body, and whatever claims a seal, is answered as v3: elsewhere 200 means failure. */
  private static Answers sender(NotifyRequest request) {
    Answers written = Answers.ofSender(request.body());
    boolean form = written.equals(Answers.ALIPAY) && !request.isEmpty() && !Seals.claimed(request);
    return form || written.equals(Answers.WECHATPAY_V2) ? written : Answers.WECHATPAY_V3;
  }

  private List<Event> foreign(byte[] body, Answers sender) throws NotBelieved {
    if (sender.equals(Answers.WECHATPAY_V2) && v2Refunds.isPresent()) {
      Map<String, String> elements = Xml.flat(body, "xml");
      if (elements.containsKey("req_info")) {
        return v2Refunds.get().read(elements);
      }
    }
    throw new NotBelieved(
        Refusal.WRONG_PROTOCOL,
        sender.equals(Answers.WECHATPAY_V2)
            ? "XML of v2 at a v3 channel; only its refunds are read, given an api-v2-key"
            : "neither JSON nor XML");
  }

  private List<Event> sealed(NotifyRequest request) throws NotBelieved {
    if (!seals.matches(request)) {
      throw new NotBelieved(
          Refusal.SIGNATURE,
          opens(request.body())
              ? "resource decrypts but signature does not match: body altered?"
              : "signature does not match a body of " + request.body().length + " bytes");
    }
    JsonNode envelope = Json.object(request.body(), "the body");
    JsonNode resource = Json.object(resourceKey.open(envelope), "the resource");
    return events.of(envelope, resource);
  }

  /** Only for the explanation: what opens is not believed for that. */
  private boolean opens(byte[] body) {
    try {
      return resourceKey.open(Json.object(body, "the body")).length > 0;
    } catch (NotBelieved e) {
      return false;
    }
  }
}
