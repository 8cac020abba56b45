package io.paidonce.hub.order;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;

/**
 * An order about to be made, with its first attempt.
 *
 * @param caller the API key's name; request keys of two callers never meet
 * @param requestKey the caller's Idempotency-Key
 * @param requestDigest SHA-256 of the request, to tell a repeat from another request
 */
public record NewOrder(
    Order order,
    ChannelName channel,
    Merchant merchant,
    String caller,
    String requestKey,
    byte[] requestDigest) {}
