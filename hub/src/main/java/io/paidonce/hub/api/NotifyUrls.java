package io.paidonce.hub.api;

import io.paidonce.hub.model.ChannelName;

/** Where providers are to send notifications: the hub's public address and the channel's path. */
public record NotifyUrls(String publicUrl) {

  String of(ChannelName channel) {
    return publicUrl + "/notify/" + channel;
  }
}
