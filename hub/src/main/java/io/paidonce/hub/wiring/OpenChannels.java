package io.paidonce.hub.wiring;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.provider.ProviderChannel;
import java.util.Map;

/** The channels as they were opened at the start. */
record OpenChannels(Map<ChannelName, ProviderChannel> all) {}
