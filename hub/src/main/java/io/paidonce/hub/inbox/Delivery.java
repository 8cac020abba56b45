package io.paidonce.hub.inbox;

import io.paidonce.hub.model.Event;
import java.time.Instant;

/**
 * One genuine notification on its way into the inbox.
 *
 * @param headers the request's headers as text, for evidence
 * @param body the raw bytes
 */
public record Delivery(
    InboxKey key, Event event, String headers, byte[] body, Instant receivedAt) {}
