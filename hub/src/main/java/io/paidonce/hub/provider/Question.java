package io.paidonce.hub.provider;

import io.paidonce.hub.model.Money;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What we want to know of a provider, or want it to do, in our own numbers. */
public sealed interface Question {

  /** Our number of the payment attempt. */
  String outTradeNo();

  /** What has become of a payment? */
  record Payment(String outTradeNo) implements Question {
    public Payment {
      requireNumber(outTradeNo);
    }
  }

  /** Close it, so that it can no longer be paid. Repeatable. */
  record Close(String outTradeNo) implements Question {
    public Close {
      requireNumber(outTradeNo);
    }
  }

  /**
   * Give money back. Repeatable only under the same number with the same amount: another number is
   * another refund.
   *
   * @param tradeNo the provider's number of the trade, if known; an answer about another is foreign
   * @param amount of this refund alone
   * @param total what was paid
   */
  record Refund(
      String outTradeNo,
      @Nullable String tradeNo,
      String refundNo,
      Money amount,
      Money total,
      @Nullable String reason)
      implements Question {
    public Refund {
      requireNumber(outTradeNo);
      requireNumber(refundNo);
      if (!amount.currency().equals(total.currency())
          || amount.minor() == 0
          || amount.minor() > total.minor()) {
        throw new IllegalArgumentException(
            "refund " + refundNo + " is not between nothing and what was paid");
      }
    }
  }

  /** What has become of a refund? */
  record RefundState(String outTradeNo, @Nullable String tradeNo, String refundNo)
      implements Question {
    public RefundState {
      requireNumber(outTradeNo);
      requireNumber(refundNo);
    }
  }

  /** The value of the case that holds. */
  default <T> T fold(
      Function<Payment, T> payment,
      Function<Close, T> close,
      Function<Refund, T> refund,
      Function<RefundState, T> refundState) {
    if (this instanceof Payment p) {
      return payment.apply(p);
    }
    if (this instanceof Close c) {
      return close.apply(c);
    }
    if (this instanceof Refund r) {
      return refund.apply(r);
    }
    return refundState.apply((RefundState) this);
  }

  private static void requireNumber(String number) {
    if (number.isBlank()) {
      throw new IllegalArgumentException("a question needs our number of what it is about");
    }
  }
}
