package io.paidonce.hub.inbox;

import io.paidonce.hub.model.Event;
import java.time.Instant;

/**
 * A notification that this node may apply now.
 *
 * @param fence grows with each claim; a settlement with an older one changes nothing
 * @param attempts how often it was tried before
 */
public record Claimed(
    String id, InboxKey key, Event event, Instant receivedAt, int attempts, long fence) {}
