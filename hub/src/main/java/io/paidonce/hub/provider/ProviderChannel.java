package io.paidonce.hub.provider;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;
import java.util.Optional;

/**
 * One merchant's contract with one provider, its keys parsed and checked.
 *
 * <p>Thread-safe. {@link #verify} is pure: it reads no clock, calls nobody and never throws for
 * anything a sender can send.
 */
public interface ProviderChannel {

  /** The operator's name of this channel. */
  ChannelName name();

  /** Whose money arrives here. */
  Merchant merchant();

  /** The configured provider word: {@code alipay}, {@code wechatpay} or {@code wechatpay-v2}. */
  String provider();

  /** The answers of this channel's own dialect. */
  Answers answers();

  /** Whether to believe this delivery, and what it says. */
  Verdict verify(NotifyRequest request);

  /** Calls out in this merchant's name; empty unless the key that signs them is configured. */
  default Optional<Asker> asker() {
    return Optional.empty();
  }
}
