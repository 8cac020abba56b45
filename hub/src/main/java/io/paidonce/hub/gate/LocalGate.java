package io.paidonce.hub.gate;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A bounded memory of this process, where there is no Redis. */
public final class LocalGate implements Gate {

  /** Keys remembered at most. */
  public static final int KEYS_MAX = 100_000;

  private final Cache<String, Boolean> keys;

  /** Remembers keys for this long at most. */
  public LocalGate(Duration retention) {
    keys = Caffeine.newBuilder().maximumSize(KEYS_MAX).expireAfterWrite(retention).build();
  }

  @Override
  public CompletableFuture<Look> look(String key) {
    return CompletableFuture.completedFuture(
        keys.getIfPresent(key) == null ? Look.ABSENT : Look.DONE);
  }

  @Override
  public void done(String key) {
    keys.put(key, Boolean.TRUE);
  }
}
