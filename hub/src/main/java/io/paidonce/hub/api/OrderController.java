package io.paidonce.hub.api;

import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.Orders;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Orders: made once a request key, read by number. */
@RestController
@RequestMapping("/api/v1/orders")
class OrderController {

  private static final int KEY_LENGTH_MAX = 200;
  private static final int TRIES_MAX = 6;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Orders orders;
  private final OrderMaking making;
  private final EntitlementRepository entitlements;
  private final NotifyUrls notifyUrls;

  OrderController(
      Orders orders,
      OrderMaking making,
      EntitlementRepository entitlements,
      NotifyUrls notifyUrls) {
    this.orders = orders;
    this.making = making;
    this.entitlements = entitlements;
    this.notifyUrls = notifyUrls;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  OrderView create(
      @AuthenticationPrincipal Caller caller,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestBody OrderRequest request) {
    String orderNo = made(caller, requestKey(key), request);
    return OrderView.asMade(orders.find(orderNo).orElseThrow(), notifyUrls);
  }

  /** The victim of a deadlock, and who came while an equal number was committed, try again. */
  private String made(Caller caller, String key, OrderRequest request) {
    for (int attempt = 1; ; attempt++) {
      try {
        return making.make(caller, key, request);
      } catch (TransientDataAccessException e) {
        if (attempt == TRIES_MAX) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.multipliedBy(attempt).toNanos());
      }
    }
  }

  @GetMapping("/{orderNo}")
  OrderView read(@PathVariable String orderNo) {
    Book book =
        orders
            .find(orderNo)
            .orElseThrow(() -> new Problem(Problem.Code.NOT_FOUND, "no order " + shown(orderNo)));
    return OrderView.of(
        book, entitlements.grants(List.of(orderNo)).getOrDefault(orderNo, List.of()), notifyUrls);
  }

  private static String requestKey(@Nullable String header) {
    if (header == null || header.isBlank()) {
      throw new Problem(
          Problem.Code.IDEMPOTENCY_KEY_MISSING,
          "send a new random key with each new order, and the same key with each repeat");
    }
    String key =
        header.length() > 2 && header.startsWith("\"") && header.endsWith("\"")
            ? header.substring(1, header.length() - 1)
            : header;
    if (key.length() > KEY_LENGTH_MAX || key.isBlank()) {
      throw new Problem(
          Problem.Code.BAD_REQUEST,
          "an Idempotency-Key has 1 to " + KEY_LENGTH_MAX + " characters");
    }
    return key;
  }

  private static String shown(String text) {
    return text.length() <= 64 ? text : text.substring(0, 64) + "...";
  }
}
