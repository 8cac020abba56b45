package io.paidonce.hub.ingress;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.paidonce.hub.gate.Gate;
import io.paidonce.hub.provider.ProviderChannel;
import io.paidonce.hub.provider.Refusal;
import java.time.Duration;
import java.util.Locale;

/** What the ingress counts. */
public final class IngressMeters {

  private static final String CHANNEL = "channel";
  private static final String OUTCOME = "outcome";

  private final MeterRegistry registry;

  /** Counts in this registry. */
  public IngressMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  void taken(ProviderChannel channel, boolean fresh) {
    delivery(channel, fresh ? "accepted" : "duplicate");
  }

  void refused(ProviderChannel channel, Refusal reason) {
    if (reason != Refusal.PROBE) {
      delivery(channel, "rejected");
    }
    registry
        .counter(
            "paidonce.rejections",
            CHANNEL,
            channel.name().value(),
            "reason",
            reason.name().toLowerCase(Locale.ROOT))
        .increment();
  }

  void unavailable(ProviderChannel channel) {
    delivery(channel, "unavailable");
  }

  void badShape(ProviderChannel channel) {
    delivery(channel, "rejected");
    registry
        .counter("paidonce.rejections", CHANNEL, channel.name().value(), "reason", "shape")
        .increment();
  }

  void looked(Gate.Look look) {
    registry.counter("paidonce.gate", "result", look.name().toLowerCase(Locale.ROOT)).increment();
  }

  void answered(ProviderChannel channel, Duration took) {
    Timer.builder("paidonce.ack")
        .tag("provider", channel.provider())
        .publishPercentiles(0.5, 0.99)
        .register(registry)
        .record(took);
  }

  private void delivery(ProviderChannel channel, String outcome) {
    registry
        .counter("paidonce.deliveries", CHANNEL, channel.name().value(), OUTCOME, outcome)
        .increment();
  }
}
