package io.paidonce.spring;

import io.paidonce.IdempotencyKey;
import io.paidonce.IdempotencyStore;
import io.paidonce.IdempotencyStore.Freed;
import io.paidonce.IdempotencyTemplate;
import io.paidonce.RecordView;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Finds a key by its method and arguments, as the advice computes it, and frees one that is stuck.
 * Freeing is refused while somebody holds the key, unless forced, and leaves a trace: who, why.
 */
@Endpoint(id = "idempotency")
final class IdempotencyEndpoint {

  private static final Logger LOG = LoggerFactory.getLogger(IdempotencyEndpoint.class);

  private final ObjectProvider<IdempotentMethods> methods;
  private final ObjectProvider<Stores> stores;
  private final ObjectProvider<ArgumentReader> reader;
  private final ApplicationEventPublisher events;

  IdempotencyEndpoint(
      ObjectProvider<IdempotentMethods> methods,
      ObjectProvider<Stores> stores,
      ObjectProvider<ArgumentReader> reader,
      ApplicationEventPublisher events) {
    this.methods = methods;
    this.stores = stores;
    this.reader = reader;
    this.events = events;
  }

  /** One annotated method. */
  record MethodView(String scope, String method, String key, String onDuplicate, List<String> in) {}

  /** What one store knows of a key; no record if it knows nothing. */
  record StoreView(String store, @Nullable RecordView record) {}

  /** A key, and who knows of it. */
  record KeyView(String scope, List<String> parts, String sha256, List<StoreView> stores) {}

  /** What freeing did in each store. */
  record FreedView(String key, Map<String, Freed> stores) {}

  @ReadOperation
  List<MethodView> operations() {
    return methods.getObject().all().stream()
        .map(
            it ->
                new MethodView(
                    it.operation().scope(),
                    Methods.name(it.method()),
                    it.key().toString(),
                    it.onDuplicate().name(),
                    storesOf().map(IdempotencyStore::name).toList()))
        .toList();
  }

  @ReadOperation
  KeyView find(@Selector String scope, @Nullable List<String> parts, @Nullable String arguments) {
    IdempotencyKey key = key(scope, parts, arguments);
    return new KeyView(
        key.scope(),
        key.parts(),
        key.sha256Hex(),
        storesOf().map(store -> new StoreView(store.name(), record(store, key))).toList());
  }

  private static @Nullable RecordView record(IdempotencyStore store, IdempotencyKey key) {
    return store.find(key).orElse(null);
  }

  /**
   * Frees a key in every store.
   *
   * @param reason why; kept in the audit trail
   * @param force also while somebody holds it
   */
  @DeleteOperation
  FreedView free(
      SecurityContext security,
      @Selector String scope,
      @Nullable List<String> parts,
      @Nullable String arguments,
      String reason,
      @Nullable Boolean force) {
    if (reason.isBlank()) {
      throw invalid("a key is freed for a reason; give one");
    }
    IdempotencyKey key = key(scope, parts, arguments);
    Map<String, Freed> freed = new LinkedHashMap<>();
    storesOf()
        .forEach(store -> freed.put(store.name(), store.free(key, Boolean.TRUE.equals(force))));
    Principal principal = security.getPrincipal();
    String who = principal == null ? "unknown" : principal.getName();
    LOG.warn(
        IdempotencyTemplate.MARKER,
        "[idempotent] event=key.freed by={} forced={} result={} key={} reason={}",
        who,
        Boolean.TRUE.equals(force),
        freed,
        key.readable(),
        RecordView.note(reason.replaceAll("\\p{Cntrl}", " ")));
    events.publishEvent(
        new AuditApplicationEvent(
            who,
            "IDEMPOTENCY_KEY_FREED",
            Map.of("key", key.readable(), "reason", reason, "result", freed.toString())));
    return new FreedView(key.readable(), freed);
  }

  /** Records are looked up on a connection of their own, so not through the atomic store. */
  private Stream<IdempotencyStore> storesOf() {
    Stores all = stores.getObject();
    return Stream.of(all.redis(), all.lease()).flatMap(Stream::ofNullable);
  }

  private IdempotencyKey key(
      String scope, @Nullable List<String> parts, @Nullable String arguments) {
    try {
      if (parts != null && !parts.isEmpty()) {
        return new IdempotencyKey(scope, parts);
      }
      if (arguments == null) {
        throw invalid("give parts=..., or arguments=[...] as the method gets them");
      }
      IdempotentMethod method =
          method(scope).orElseThrow(() -> invalid("no method has that scope"));
      ArgumentReader json = reader.getIfAvailable();
      if (json == null) {
        throw invalid("arguments are read by Jackson, which is not there; give parts=...");
      }
      return method.identity(this, json.read(arguments, method.method())).key();
    } catch (IllegalArgumentException e) {
      throw invalid(Objects.requireNonNullElse(e.getMessage(), "no key"));
    }
  }

  private Optional<IdempotentMethod> method(String scope) {
    return methods.getObject().all().stream()
        .filter(it -> it.operation().scope().equals(scope))
        .findFirst();
  }

  private static InvalidEndpointRequestException invalid(String what) {
    return new InvalidEndpointRequestException(what, what);
  }
}
