package io.paidonce.spring;

import io.paidonce.AfterFailure;
import io.paidonce.IdempotencyStore.Mode;
import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.Operation;
import io.paidonce.Resolver;
import io.paidonce.Strategy;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * The annotated methods of this application, each read once, when its bean is made.
 *
 * <p>What cannot work is refused then, with the method and what to do: an expression that names no
 * parameter, a result that cannot be given to duplicates, a promise that no store can keep.
 */
final class IdempotentMethods {

  private record Place(Method method, Class<?> targetClass) {}

  private final Map<Place, Optional<IdempotentMethod>> known = new ConcurrentHashMap<>();
  private final BeanFactory beans;
  private final Function<Idempotent, MethodLayers> layers;
  private final MethodRules rules;

  /**
   * Methods of these beans.
   *
   * @param layers builds the layers of an annotation; asked when the first method is found, so that
   *     an application without any needs no store
   */
  IdempotentMethods(
      BeanFactory beans, Function<Idempotent, MethodLayers> layers, MethodRules rules) {
    this.beans = beans;
    this.layers = layers;
    this.rules = rules;
  }

  /** Whether this method of this class is annotated: itself, its interface's, or by a meta. */
  static @Nullable Idempotent annotation(Method method, Class<?> targetClass) {
    Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
    Idempotent found = AnnotatedElementUtils.findMergedAnnotation(specific, Idempotent.class);
    return found == null
        ? AnnotatedElementUtils.findMergedAnnotation(method, Idempotent.class)
        : found;
  }

  /** The method as it was read, or null if it is not annotated. */
  @Nullable IdempotentMethod get(Method method, Class<?> targetClass) {
    Place place = new Place(method, targetClass);
    Optional<IdempotentMethod> found = known.get(place);
    if (found == null) {
      Idempotent annotation = annotation(method, targetClass);
      found = Optional.ofNullable(annotation).map(it -> read(it, method, targetClass));
      known.put(place, found);
    }
    return found.orElse(null);
  }

  /** All that were read so far. */
  Collection<IdempotentMethod> all() {
    return known.values().stream().flatMap(Optional::stream).distinct().toList();
  }

  private IdempotentMethod read(Idempotent annotation, Method declared, Class<?> targetClass) {
    Method method = AopUtils.getMostSpecificMethod(declared, targetClass);
    String who = "@Idempotent of " + Methods.name(method);
    KeyExpression key = new KeyExpression("key", annotation.key(), method, beans);
    boolean byToken = List.of(annotation.strategy()).equals(List.of(Strategy.TOKEN));
    if (key.isConstant() && !annotation.constantKey() && !byToken) {
      throw new IllegalStateException(
          key
              + " is the same for all calls, so the second one is a duplicate of the first; name"
              + " an argument, or say constantKey = true if that is meant");
    }
    KeyExpression request =
        annotation.request().isEmpty()
            ? null
            : new KeyExpression("request", annotation.request(), method, beans);
    MethodLayers parts = layers.apply(annotation);
    rules.check(annotation, method, targetClass, who);
    return new IdempotentMethod(
        method,
        operation(annotation, method, targetClass),
        annotation.onDuplicate(),
        key,
        request,
        parts.token(who),
        parts.claims(who),
        parts.record(who),
        ByResult.asked(annotation));
  }

  private Operation<@Nullable Object> operation(
      Idempotent annotation, Method method, Class<?> targetClass) {
    String scope = annotation.scope().isEmpty() ? Methods.name(method) : annotation.scope();
    boolean waits = annotation.onDuplicate() == OnDuplicate.WAIT;
    Duration lease = Duration.ofSeconds(annotation.lease());
    Operation<@Nullable Object> usual =
        Operation.of(scope, rules.resultType(annotation, method, targetClass));
    Operation<@Nullable Object> operation =
        usual
            .withLease(lease)
            .withRetention(
                Duration.ofSeconds(annotation.expire()), Duration.ofSeconds(annotation.archive()))
            .withRetryHorizon(Duration.ofSeconds(annotation.retryHorizon()))
            .withWait(waits ? Duration.ofMillis(annotation.waitMillis()) : Duration.ZERO)
            .withTakeover(annotation.takeover(), resolver(annotation));
    boolean plain = annotation.keepOn().length == 0 && annotation.doubtOn().length == 0;
    return plain ? operation : operation.withAfterFailure(failure -> after(failure, annotation));
  }

  private static AfterFailure after(Throwable failure, Idempotent annotation) {
    if (Arrays.stream(annotation.doubtOn()).anyMatch(type -> type.isInstance(failure))) {
      return AfterFailure.DOUBT;
    }
    return Arrays.stream(annotation.keepOn()).anyMatch(type -> type.isInstance(failure))
        ? AfterFailure.KEEP
        : AfterFailure.RELEASE;
  }

  @SuppressWarnings("unchecked") // a resolver of another type fails when its result is used
  private @Nullable Resolver<@Nullable Object> resolver(Idempotent annotation) {
    return annotation.resolver().isEmpty()
        ? null
        : (Resolver<@Nullable Object>) beans.getBean(annotation.resolver(), Resolver.class);
  }

  /** Whether a record of this annotation is in the transaction. */
  static boolean atomic(Idempotent annotation) {
    return List.of(annotation.strategy()).contains(Strategy.UNIQUE)
        && annotation.mode() == Mode.ATOMIC;
  }
}
