package io.paidonce.hub.api;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Merchant;
import java.util.Map;

/** Whose money arrives on which channel. */
public record ChannelDirectory(Map<ChannelName, Merchant> merchants) {

  public ChannelDirectory {
    merchants = Map.copyOf(merchants);
  }
}
