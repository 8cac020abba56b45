package io.paidonce.hub.order;

import static io.paidonce.hub.order.OrderState.CLOSED;
import static io.paidonce.hub.order.OrderState.INIT;
import static io.paidonce.hub.order.OrderState.PARTIALLY_REFUNDED;
import static io.paidonce.hub.order.OrderState.PAYING;
import static io.paidonce.hub.order.OrderState.REFUNDED;
import static io.paidonce.hub.order.OrderState.REFUND_PROCESSING;
import static io.paidonce.hub.order.OrderState.SUCCESS;

/** The three machines, as data. */
public final class Transitions {

  private static final String PAID_ALREADY = "paid already";
  private static final String LATE = "late";
  private static final String UNPAID = "not paid";

  /** Orders. */
  public static final TransitionTable<OrderState, OrderFact> ORDER = orders();

  /** Attempts. */
  public static final TransitionTable<AttemptState, AttemptFact> ATTEMPT = attempts();

  /** Refunds. */
  public static final TransitionTable<RefundState, RefundFact> REFUND = refunds();

  private Transitions() {}

  private static TransitionTable<OrderState, OrderFact> orders() {
    var table = TransitionTable.named("order", OrderState.class, OrderFact.class);
    for (OrderState open : new OrderState[] {INIT, PAYING}) {
      table
          .go(open, OrderFact.PAID, SUCCESS)
          .go(open, OrderFact.PAID_LATE_FULFIL, SUCCESS)
          .go(open, OrderFact.CLOSED, CLOSED)
          .refuse(open, OrderFact.REFUND_OPEN, UNPAID)
          .refuse(open, OrderFact.REFUND_NONE, UNPAID)
          .refuse(open, OrderFact.REFUND_PART, UNPAID)
          .refuse(open, OrderFact.REFUND_ALL, UNPAID);
    }
    table
        .refuse(CLOSED, OrderFact.PAID, "late payment")
        .go(CLOSED, OrderFact.PAID_LATE_FULFIL, SUCCESS)
        .stay(CLOSED, OrderFact.CLOSED, "closed already")
        .refuse(CLOSED, OrderFact.REFUND_OPEN, UNPAID)
        .refuse(CLOSED, OrderFact.REFUND_NONE, UNPAID)
        .refuse(CLOSED, OrderFact.REFUND_PART, UNPAID)
        .refuse(CLOSED, OrderFact.REFUND_ALL, UNPAID);
    for (OrderState paid :
        new OrderState[] {SUCCESS, REFUND_PROCESSING, PARTIALLY_REFUNDED, REFUNDED}) {
      table
          .stay(paid, OrderFact.PAID, PAID_ALREADY)
          .stay(paid, OrderFact.PAID_LATE_FULFIL, PAID_ALREADY)
          .stay(paid, OrderFact.CLOSED, LATE)
          .go(paid, OrderFact.REFUND_OPEN, REFUND_PROCESSING)
          .go(paid, OrderFact.REFUND_NONE, SUCCESS)
          .go(paid, OrderFact.REFUND_PART, PARTIALLY_REFUNDED)
          .go(paid, OrderFact.REFUND_ALL, REFUNDED);
    }
    return table.build();
  }

  private static TransitionTable<AttemptState, AttemptFact> attempts() {
    var table = TransitionTable.named("attempt", AttemptState.class, AttemptFact.class);
    for (AttemptState open : new AttemptState[] {AttemptState.CREATED, AttemptState.PAYING}) {
      table
          .go(open, AttemptFact.STARTED, AttemptState.PAYING)
          .go(open, AttemptFact.PAID, AttemptState.SUCCESS)
          .go(open, AttemptFact.CLOSED, AttemptState.CLOSED)
          .go(open, AttemptFact.UNCLEAR, AttemptState.UNKNOWN);
    }
    return table
        .stay(AttemptState.UNKNOWN, AttemptFact.STARTED, "asked about")
        .go(AttemptState.UNKNOWN, AttemptFact.PAID, AttemptState.SUCCESS)
        .go(AttemptState.UNKNOWN, AttemptFact.CLOSED, AttemptState.CLOSED)
        .stay(AttemptState.UNKNOWN, AttemptFact.UNCLEAR, "asked about")
        .stay(AttemptState.SUCCESS, AttemptFact.STARTED, PAID_ALREADY)
        .stay(AttemptState.SUCCESS, AttemptFact.PAID, PAID_ALREADY)
        .stay(AttemptState.SUCCESS, AttemptFact.CLOSED, LATE)
        .stay(AttemptState.SUCCESS, AttemptFact.UNCLEAR, PAID_ALREADY)
        .refuse(AttemptState.CLOSED, AttemptFact.STARTED, "closed already")
        .go(AttemptState.CLOSED, AttemptFact.PAID, AttemptState.SUCCESS)
        .stay(AttemptState.CLOSED, AttemptFact.CLOSED, "closed already")
        .stay(AttemptState.CLOSED, AttemptFact.UNCLEAR, "closed already")
        .build();
  }

  private static TransitionTable<RefundState, RefundFact> refunds() {
    var table = TransitionTable.named("refund", RefundState.class, RefundFact.class);
    for (RefundState open :
        new RefundState[] {RefundState.REQUESTED, RefundState.PROCESSING, RefundState.ABNORMAL}) {
      table
          .go(open, RefundFact.SUCCEEDED, RefundState.SUCCESS)
          .go(open, RefundFact.CLOSED, RefundState.CLOSED);
    }
    return table
        .go(RefundState.REQUESTED, RefundFact.PROCESSING, RefundState.PROCESSING)
        .go(RefundState.REQUESTED, RefundFact.ABNORMAL, RefundState.ABNORMAL)
        .stay(RefundState.PROCESSING, RefundFact.PROCESSING, "known already")
        .go(RefundState.PROCESSING, RefundFact.ABNORMAL, RefundState.ABNORMAL)
        .stay(RefundState.ABNORMAL, RefundFact.ABNORMAL, "known already")
        .stay(RefundState.ABNORMAL, RefundFact.PROCESSING, LATE)
        .stay(RefundState.SUCCESS, RefundFact.PROCESSING, LATE)
        .stay(RefundState.SUCCESS, RefundFact.SUCCEEDED, "refunded already")
        .refuse(RefundState.SUCCESS, RefundFact.CLOSED, "refunded already")
        .stay(RefundState.SUCCESS, RefundFact.ABNORMAL, LATE)
        .stay(RefundState.CLOSED, RefundFact.PROCESSING, LATE)
        .refuse(RefundState.CLOSED, RefundFact.SUCCEEDED, "closed already")
        .stay(RefundState.CLOSED, RefundFact.CLOSED, "closed already")
        .stay(RefundState.CLOSED, RefundFact.ABNORMAL, LATE)
        .build();
  }
}
