package io.paidonce.spring;

import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyStore;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.Idempotent;
import io.paidonce.Layer;
import io.paidonce.Outage;
import io.paidonce.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The layers that the strategies of one annotation ask for. */
final class MethodLayers {

  private final Idempotent annotation;
  private final IdempotencyEngine engine;
  private final Stores stores;
  private final Set<Strategy> strategies;

  MethodLayers(Idempotent annotation, IdempotencyEngine engine, Stores stores) {
    this.annotation = annotation;
    this.engine = engine;
    this.stores = stores;
    this.strategies = EnumSet.noneOf(Strategy.class);
    this.strategies.addAll(Arrays.asList(annotation.strategy()));
  }

  /** The form token in front of everything, or null. */
  @Nullable TokenGate token(String who) {
    return strategies.contains(Strategy.TOKEN) ? new TokenGate(stores.form(who)) : null;
  }

  /** The claims before the transaction, or null. */
  @Nullable IdempotencyTemplate claims(String who) {
    if (strategies.isEmpty() || strategies.size() != annotation.strategy().length) {
      throw new IllegalStateException(who + " needs one or more strategies, each once");
    }
    List<Layer> layers = new ArrayList<>();
    if (strategies.contains(Strategy.REDIS)) {
      layers.add(redis(who));
    }
    if (strategies.contains(Strategy.UNIQUE) && !IdempotentMethods.atomic(annotation)) {
      layers.add(Layer.lease(stores.lease(who), Outage.FAIL));
    }
    return layers.isEmpty() ? null : engine.template(layers.toArray(Layer[]::new));
  }

  /** With a record behind it, that one decides in an outage; else claims in the database do. */
  private Layer redis(String who) {
    IdempotencyStore redis = stores.redis(who);
    if (IdempotentMethods.atomic(annotation)) {
      return Layer.gate(redis, annotation.outage());
    }
    IdempotencyStore lease = stores.lease();
    boolean alone = !strategies.contains(Strategy.UNIQUE);
    return annotation.outage() == Outage.FALL_BACK && alone && lease != null
        ? Layer.lease(redis, lease)
        : Layer.lease(redis, annotation.outage());
  }

  /** The record in the transaction, or null. */
  @Nullable IdempotencyTemplate record(String who) {
    return IdempotentMethods.atomic(annotation)
        ? engine.template(Layer.atomic(stores.record(who)))
        : null;
  }
}
