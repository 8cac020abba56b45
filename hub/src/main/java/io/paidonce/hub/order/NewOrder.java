package io.paidonce.hub.order;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;

/** An order about to be made, with its first attempt. */
public record NewOrder(Order order, ChannelName channel, Merchant merchant) {}
