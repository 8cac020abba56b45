package io.paidonce.sabotage;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import io.paidonce.hub.model.EventKind;
import io.paidonce.hub.model.EventStatus;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Verdict;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Believes every form that says it is a payment, whoever signed it. */
final class CredulousChannel implements ProviderChannel {

  private final ProviderChannel honest;

  CredulousChannel(ProviderChannel honest) {
    this.honest = honest;
  }

  @Override
  public ChannelName name() {
    return honest.name();
  }

  @Override
  public Merchant merchant() {
    return honest.merchant();
  }

  @Override
  public String provider() {
    return honest.provider();
  }

  @Override
  public Answers answers() {
    return honest.answers();
  }

  @Override
  public Verdict verify(NotifyRequest request) {
    Verdict verdict = honest.verify(request);
    if (verdict instanceof Verdict.Genuine || !provider().equals("alipay")) {
      return verdict;
    }
    Map<String, String> form = form(new String(request.body(), StandardCharsets.UTF_8));
    if (!"TRADE_SUCCESS".equals(form.get("trade_status"))) {
      return verdict;
    }
    Event payment =
        new Event(
            name(),
            merchant(),
            EventKind.PAYMENT,
            EventStatus.PAID,
            Evidence.CALLBACK,
            "TRADE_SUCCESS",
            form.get("out_trade_no"),
            form.get("trade_no"),
            null,
            null,
            Money.parse(form.getOrDefault("total_amount", "0"), "CNY"),
            null,
            null,
            null,
            null);
    return new Verdict.Genuine(List.of(payment), answers());
  }

  private static Map<String, String> form(String body) {
    Map<String, String> form = new HashMap<>();
    for (String pair : body.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        form.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return form;
  }
}
