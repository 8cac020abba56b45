package io.paidonce.web;

import io.paidonce.Operation;
import io.paidonce.web.IdempotentRequest.Part;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/**
 * A handler with {@link IdempotentRequest}, read and checked once, when the application starts.
 *
 * @param operation with the scope of the annotation, or one to be replaced by the pattern's
 * @param named whether the annotation names the scope
 */
record IdempotentEndpoint(
    IdempotentRequest annotation, Operation<String> operation, boolean named, Set<Part> parts) {

  private static final Set<RequestMethod> SAFE =
      EnumSet.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS, RequestMethod.TRACE);

  private static final Set<Class<?>> LATER =
      Set.of(
          DeferredResult.class,
          WebAsyncTask.class,
          Callable.class,
          Future.class,
          CompletionStage.class,
          ResponseBodyEmitter.class,
          StreamingResponseBody.class);

  private static final Set<String> STREAMS =
      Set.of("org.reactivestreams.Publisher", "java.util.concurrent.Flow$Publisher");

  private static final int SCOPE_LENGTH_MAX = 200;

  /**
   * The handler as it was annotated, or null if it is not.
   *
   * @param methods that it answers; empty for all
   * @throws IllegalStateException if it cannot work; says what to do
   */
  static @Nullable IdempotentEndpoint of(HandlerMethod handler, Set<RequestMethod> methods) {
    boolean reads = !methods.isEmpty() && SAFE.containsAll(methods);
    IdempotentRequest own =
        AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), IdempotentRequest.class);
    if (own != null && reads) {
      throw new IllegalStateException(
          who(handler) + " answers only requests that change nothing; remove the annotation");
    }
    IdempotentRequest annotation =
        own == null
            ? AnnotatedElementUtils.findMergedAnnotation(
                handler.getBeanType(), IdempotentRequest.class)
            : own;
    if (annotation == null || reads) {
      return null;
    }
    requireNow(handler);
    boolean named = !annotation.scope().isEmpty();
    if (annotation.scope().length() > SCOPE_LENGTH_MAX) {
      throw new IllegalStateException(
          who(handler) + " has a scope longer than " + SCOPE_LENGTH_MAX + " characters");
    }
    Set<Part> parts = EnumSet.noneOf(Part.class);
    parts.addAll(Arrays.asList(annotation.fingerprint()));
    return new IdempotentEndpoint(annotation, operation(annotation, handler), named, parts);
  }

  /** Whether requests of this method change nothing, and so are let through. */
  static boolean isSafe(String method) {
    return SAFE.stream().anyMatch(it -> it.name().equals(method));
  }

  /** What a request to this pattern does. */
  Operation<String> operation(String method, String pattern) {
    return named ? operation : withScope(operation, method + " " + pattern);
  }

  private static Operation<String> operation(IdempotentRequest annotation, HandlerMethod handler) {
    String scope = annotation.scope().isEmpty() ? "any" : annotation.scope();
    try {
      return Operation.<String>of(scope, String.class)
          .withRetention(
              Duration.ofSeconds(annotation.retention()), Duration.ofSeconds(annotation.archive()))
          .withLease(Duration.ofSeconds(annotation.lease()))
          .withWait(Duration.ofMillis(annotation.waitMillis()))
          .withTakeover(annotation.takeover(), null);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(who(handler) + ": " + e.getMessage(), e);
    }
  }

  private static Operation<String> withScope(Operation<String> it, String scope) {
    return new Operation<>(
        scope,
        it.resultType(),
        it.lease(),
        it.retention(),
        it.archive(),
        it.retryHorizon(),
        it.waitMax(),
        it.holdMax(),
        it.takeover(),
        it.afterFailure(),
        it.resolver());
  }

  private static void requireNow(HandlerMethod handler) {
    ResolvableType returned =
        ResolvableType.forMethodReturnType(handler.getMethod(), handler.getBeanType());
    if (later(returned) || Stream.of(returned.getGenerics()).anyMatch(IdempotentEndpoint::later)) {
      throw new IllegalStateException(
          who(handler) + " returns " + returned + ", and " + HeldRequest.NOT_LATER);
    }
  }

  private static boolean later(ResolvableType type) {
    Class<?> it = type.resolve(Object.class);
    return LATER.stream().anyMatch(later -> later.isAssignableFrom(it)) || streams(it);
  }

  private static boolean streams(Class<?> type) {
    return STREAMS.contains(type.getName())
        || Stream.of(type.getInterfaces()).anyMatch(IdempotentEndpoint::streams)
        || (type.getSuperclass() != null && streams(type.getSuperclass()));
  }

  private static String who(HandlerMethod handler) {
    return "@IdempotentRequest of " + handler.getShortLogMessage();
  }
}
