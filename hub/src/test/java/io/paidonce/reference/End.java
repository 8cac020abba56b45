package io.paidonce.reference;

import java.util.Map;

/**
 * Where an order stands when all is told and nothing is left to do.
 *
 * @param attempts states by number
 * @param receipts refunded by trade
 * @param refunds state and amount by trade and number
 * @param unattributed refunded by trade, of which no refund is known
 * @param entries sums of its ledger entries by account, without those that are zero
 * @param cases how many of each kind are open
 */
public record End(
    String order,
    Map<String, String> attempts,
    long paid,
    long refunded,
    long unapplied,
    Map<String, Long> receipts,
    Map<String, String> refunds,
    Map<String, Long> unattributed,
    long granted,
    long taken,
    Map<String, Long> entries,
    Map<String, Long> cases) {}
