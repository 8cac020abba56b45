package io.paidonce.simulator.story;

import io.paidonce.simulator.Dialect;
import io.paidonce.simulator.Payment;
import io.paidonce.simulator.Refund;
import io.paidonce.simulator.sending.Notice;
import java.util.List;

/** A provider in the story, with everything it and its imitators may send to one channel. */
interface Actor {

  Dialect dialect();

  /** The hub's channel, last part of the notify URL. */
  String channel();

  /** One letter for order numbers. */
  String letter();

  /** The payment, in one of several lawful spellings chosen by the number. */
  Notice payment(Payment payment, int flavour);

  Notice refund(Payment payment, Refund refund);

  /** Everything that must be refused for this payment. */
  List<Step.Attack> attacks(Payment payment);
}
