package io.paidonce.hub.api;

import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.Refund;
import io.paidonce.hub.order.RefundRequest;
import io.paidonce.hub.order.RefundRequests;
import io.paidonce.hub.order.RefundState;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Refunds: asked for by number, so that a repeat is the same refund. */
@RestController
@RequestMapping("/api/v1/orders/{orderNo}/refunds")
class RefundController {

  private static final Pattern NUMBER = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final int REASON_LENGTH_MAX = 80;

  private final RefundRequests requests;
  private final Clock clock;

  RefundController(RefundRequests requests, Clock clock) {
    this.requests = requests;
    this.clock = clock;
  }

  /** What is asked for. */
  record Body(
      @Nullable String refundNo,
      @Nullable MoneyView amount,
      @Nullable String reason,
      @Nullable String outTradeNo) {}

  /** The refund as it stands. */
  record View(String refundNo, RefundState state, MoneyView amount) {
    static View of(Refund refund) {
      return new View(refund.refundNo(), refund.state(), MoneyView.of(refund.amount()));
    }
  }

  @PostMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  View request(@PathVariable String orderNo, @RequestBody Body body) {
    return requests
        .request(orderNo, wanted(body))
        .fold(
            missing -> {
              throw new Problem(Problem.Code.NOT_FOUND, "there is no " + shown(missing.what()));
            },
            known -> View.of(known.refund()),
            taken -> {
              Refund other = taken.other();
              throw new Problem(
                  Problem.Code.REFUND_NUMBER_TAKEN,
                  "refund "
                      + taken.refundNo()
                      + (other == null
                          ? " belongs to another order"
                          : " is of " + words(other.amount()) + " of " + other.outTradeNo()));
            },
            unpaid -> {
              throw new Problem(
                  Problem.Code.NOT_PAID, "no payment of " + unpaid.outTradeNo() + " has arrived");
            },
            exceeds -> {
              throw new Problem(
                  Problem.Code.REFUND_EXCEEDS_PAYMENT,
                  "at most " + words(exceeds.left()) + " can still be refunded");
            },
            accepted -> View.of(accepted.refund()));
  }

  private RefundRequest wanted(Body body) {
    String number = body.refundNo();
    if (number == null || !NUMBER.matcher(number).matches()) {
      throw unprocessable("refundNo is 1 to 64 of A-Z, a-z, 0-9, _ and -");
    }
    MoneyView amount = body.amount();
    Money money = amount == null ? null : amount.money();
    if (money == null || money.minor() <= 0) {
      throw unprocessable("a refund has an amount above zero");
    }
    String reason = body.reason();
    if (reason != null && (reason.isBlank() || reason.length() > REASON_LENGTH_MAX)) {
      throw unprocessable("a reason is 1 to " + REASON_LENGTH_MAX + " characters");
    }
    return new RefundRequest(
        number, body.outTradeNo(), money, reason, clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private static String words(Money money) {
    return money.decimal() + " " + money.currency();
  }

  private static String shown(String text) {
    return text.length() <= 64 ? text : text.substring(0, 64) + "...";
  }

  private static Problem unprocessable(String detail) {
    return new Problem(Problem.Code.UNPROCESSABLE, detail);
  }
}
