package io.paidonce.spring;

import io.paidonce.IdempotencyEngine;
import io.paidonce.IdempotencyStore.Mode;
import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.Strategy;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.springframework.core.ResolvableType;

/** What an annotated method must be like; each refusal says what to do. */
final class MethodRules {

  private static final Set<String> LATER =
      Set.of("org.reactivestreams.Publisher", "java.util.concurrent.Flow$Publisher");

  private final IdempotencyEngine engine;
  private final BiConsumer<Method, Class<?>> transactional;

  /**
   * Rules.
   *
   * @param transactional refuses a method whose transaction cannot hold a record
   */
  MethodRules(IdempotencyEngine engine, BiConsumer<Method, Class<?>> transactional) {
    this.engine = engine;
    this.transactional = transactional;
  }

  void check(Idempotent annotation, Method method, Class<?> targetClass, String who) {
    Class<?> returned =
        ResolvableType.forMethodReturnType(method, targetClass).resolve(Object.class);
    if (later(returned)) {
      throw new IllegalStateException(
          who
              + " returns a "
              + returned.getSimpleName()
              + ", whose work ends after the method has returned and its claim has ended; return"
              + " the value itself");
    }
    List<Strategy> strategies = List.of(annotation.strategy());
    if (strategies.contains(Strategy.TOKEN) && annotation.onDuplicate() != OnDuplicate.THROW) {
      throw new IllegalStateException(
          who
              + " has strategy TOKEN, and a token that is refused may be used, too old or forged:"
              + " there is nothing to give to it; use onDuplicate THROW");
    }
    if (annotation.mode() == Mode.ATOMIC
        && !strategies.contains(Strategy.REDIS)
        && !strategies.contains(Strategy.TOKEN)
        && annotation.keepOn().length + annotation.doubtOn().length > 0) {
      throw new IllegalStateException(
          who
              + " keeps failures, but its record is rolled back with the transaction that failed;"
              + " use mode = LEASE, or strategy REDIS in front");
    }
    ByResult.check(annotation, returned, who);
    refuseReplayOfChange(annotation, who);
    if (IdempotentMethods.atomic(annotation)) {
      transactional.accept(method, targetClass);
    }
    Type type = resultType(annotation, method, targetClass);
    if (!engine.storesResultsOf(type)) {
      throw new IllegalStateException(
          who
              + " gives its result to duplicates, and a "
              + type.getTypeName()
              + " cannot be stored: add Jackson, return a plain value, or use onDuplicate THROW or"
              + " SKIP");
    }
    requireName(annotation, who);
  }

  private static void refuseReplayOfChange(Idempotent annotation, String who) {
    boolean given =
        annotation.onDuplicate() == OnDuplicate.REPLAY
            || annotation.onDuplicate() == OnDuplicate.WAIT;
    if (given && ByResult.asked(annotation) && annotation.strategy().length > 1) {
      throw new IllegalStateException(
          who + " has a layer in front of its change, which cannot replay it; use THROW or SKIP");
    }
  }

  private static void requireName(Idempotent annotation, String who) {
    if (annotation.scope().length() > 200) {
      throw new IllegalStateException(who + " has a scope longer than 200 characters");
    }
  }

  /** What is stored for duplicates: nothing where none of them is given it. */
  Type resultType(Idempotent annotation, Method method, Class<?> targetClass) {
    boolean given =
        annotation.onDuplicate() == OnDuplicate.REPLAY
            || annotation.onDuplicate() == OnDuplicate.WAIT;
    return given && !ByResult.asked(annotation)
        ? ResolvableType.forMethodReturnType(method, targetClass).getType()
        : void.class;
  }

  private static boolean later(Class<?> type) {
    if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
      return true;
    }
    for (Class<?> it = type; it != null; it = it.getSuperclass()) {
      if (LATER.contains(it.getName()) || interfaces(it).anyMatch(LATER::contains)) {
        return true;
      }
    }
    return false;
  }

  private static Stream<String> interfaces(Class<?> type) {
    return Stream.of(type.getInterfaces())
        .flatMap(it -> Stream.concat(Stream.of(it.getName()), interfaces(it)));
  }
}
