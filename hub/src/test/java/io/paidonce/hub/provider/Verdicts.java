package io.paidonce.hub.provider;

import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Event;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Opens one channel the way the hub does, and looks into verdicts. */
public final class Verdicts {

  public static final Instant NOW = Instant.parse("2026-03-01T02:00:06Z");
  public static final ChannelName NAME = new ChannelName("shop");

  private Verdicts() {}

  public static ProviderChannel open(Map<String, ?> settings) {
    Map<ChannelName, Map<String, Object>> all = Map.of(NAME, new HashMap<>(settings));
    return Objects.requireNonNull(Channels.open(all, Clock.fixed(NOW, ZoneOffset.UTC)).get(NAME));
  }

  /** These settings with one more or another. */
  public static Map<String, Object> with(Map<String, ?> settings, String name, Object value) {
    Map<String, Object> changed = new HashMap<>(settings);
    changed.put(name, value);
    return changed;
  }

  public static Map<String, Object> without(Map<String, ?> settings, String name) {
    Map<String, Object> changed = new HashMap<>(settings);
    changed.remove(name);
    return changed;
  }

  /** The events of a genuine verdict. */
  public static List<Event> events(Verdict verdict) {
    return verdict.fold(
        Verdict.Genuine::events,
        refused -> {
          throw new AssertionError("refused: " + refused.reason() + ": " + refused.detail());
        });
  }

  /** The only event of a genuine verdict. */
  public static Event event(Verdict verdict) {
    List<Event> events = events(verdict);
    if (events.size() != 1) {
      throw new AssertionError(events.size() + " events");
    }
    return events.get(0);
  }

  /** The refusal of a verdict that refuses. */
  public static Verdict.Refused refused(Verdict verdict) {
    return verdict.fold(
        genuine -> {
          throw new AssertionError("believed: " + genuine.events());
        },
        refused -> refused);
  }

  public static Refusal reason(Verdict verdict) {
    return refused(verdict).reason();
  }

  public static NotifyRequest request(byte[] body) {
    return new NotifyRequest(Map.of(), body, NOW);
  }
}
