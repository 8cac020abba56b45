package io.paidonce.hub.inbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What to write at a notification once it is decided.
 *
 * @param retryIn when to look at it again, in database time; null if it is final
 */
public record Settlement(
    Claimed notification, Outcome outcome, @Nullable String reason, @Nullable Duration retryIn) {}
