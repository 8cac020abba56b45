package io.paidonce.hub.order;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import org.jspecify.annotations.Nullable;

/**
 * An order about to be made, with its first attempt.
 *
 * @param agentPerDay the most its agent may order in a day; null for no limit
 */
public record NewOrder(
    Order order, ChannelName channel, Merchant merchant, @Nullable Money agentPerDay) {}
