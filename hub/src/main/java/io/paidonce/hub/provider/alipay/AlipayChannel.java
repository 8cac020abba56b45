package io.paidonce.hub.provider.alipay;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Evidence;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.provider.Answers;
import io.paidonce.hub.provider.Asker;
import io.paidonce.hub.provider.NotBelieved;
import io.paidonce.hub.provider.NotifyRequest;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import io.paidonce.hub.provider.Verdict;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One app of one Alipay seller. The algorithm is RSA2, whatever a message asks for. */
record AlipayChannel(
    ChannelName name, Merchant merchant, String appId, AlipayKeys keys, Optional<Asker> asker)
    implements ProviderChannel {

  @Override
  public String provider() {
    return AlipayDialect.PROVIDER;
  }

  @Override
  public Answers answers() {
    return Answers.ALIPAY;
  }

  @Override
  public Verdict verify(NotifyRequest request) {
    Answers sender = Answers.ofSender(request.body());
    try {
      if (!sender.equals(Answers.ALIPAY)) {
        throw new NotBelieved(Refusal.WRONG_PROTOCOL, "not a form but XML or JSON");
      }
      Form form = Form.read(request.body());
      requireNotification(form);
      requireSignature(form, request.receivedAt());
      requireIdentity(form);
      AlipayEvents events = new AlipayEvents(name, merchant, Evidence.CALLBACK);
      return new Verdict.Genuine(events.of(form), Answers.ALIPAY);
    } catch (NotBelieved e) {
      return e.refused(sender);
    }
  }

  /** The browser's return is signed with the same key and rule, but it is nobody's notification. */
  private static void requireNotification(Form form) throws NotBelieved {
    if (form.text("sign") == null) {
      throw new NotBelieved(Refusal.UNSIGNED, "no sign");
    }
    form.required("notify_id");
    if (form.text("notify_type") == null && !isMessage(form)) {
      throw new NotBelieved(Refusal.MALFORMED, "neither notify_type nor msg_method");
    }
    String signType = form.text("sign_type");
    if (signType != null && !signType.equals("RSA2")) {
      throw new NotBelieved(
          Refusal.ALGORITHM, "sign_type " + NotBelieved.shown(signType) + " is not RSA2");
    }
  }

  private void requireSignature(Form form, Instant receivedAt) throws NotBelieved {
    String sign = form.required("sign");
    byte[] signed = form.signed(isMessage(form));
    boolean genuine =
        keys.candidates(form.text("alipay_cert_sn"), receivedAt).stream()
            .anyMatch(key -> key.signed(sign, signed));
    if (!genuine) {
      throw new NotBelieved(
          Refusal.SIGNATURE,
          "sign of " + sign.length() + " characters does not match " + signed.length + " bytes");
    }
  }

  private void requireIdentity(Form form) throws NotBelieved {
    requireOurs("app_id", form.text("app_id"), appId);
    String seller = form.text("seller_id");
    if (seller != null || AlipayEvents.isTrade(form)) {
      requireOurs("seller_id", seller, merchant.id());
    }
  }

  private static void requireOurs(String field, @Nullable String value, String ours)
      throws NotBelieved {
    if (value == null) {
      throw new NotBelieved(Refusal.IDENTITY, "no " + field);
    }
    if (!value.equals(ours)) {
      throw new NotBelieved(
          Refusal.IDENTITY, field + " " + NotBelieved.shown(value) + " is not this channel's");
    }
  }

  /** Messages of the application gateway sign {@code sign_type} too; trades do not. */
  private static boolean isMessage(Form form) {
    return form.text("msg_method") != null || form.text("method") != null;
  }
}
