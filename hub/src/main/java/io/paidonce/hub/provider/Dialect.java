package io.paidonce.hub.provider;

import io.paidonce.hub.model.ChannelName;
import java.time.Instant;
import java.util.List;

/** One provider's way to sign and speak; opens channels from their settings. */
public interface Dialect {

  /** The word operators write: {@code provider: alipay}. */
  String provider();

  /** The settings that together say whose contract it is; no two channels share them. */
  List<String> identity();

  /**
   * A channel with every key parsed and checked.
   *
   * @param now judges whether certificates have expired
   * @throws BadSetting at the first setting that cannot be used
   */
  ProviderChannel open(ChannelName name, Settings settings, Instant now);
}
