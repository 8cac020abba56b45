package io.paidonce.hub.api;

import io.paidonce.IdempotencyKey;
import io.paidonce.hub.catalog.Catalog;
import io.paidonce.hub.catalog.Product;
import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.Book;
import io.paidonce.hub.order.NewOrder;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Orders;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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

  private static final Pattern ORDER_NO = Pattern.compile("[A-Za-z0-9_-]{6,28}");
  private static final Pattern WORD = Pattern.compile("\\S{1,64}");
  private static final int QUANTITY_MAX = 100_000;
  private static final int KEY_LENGTH_MAX = 200;

  private final Orders orders;
  private final EntitlementRepository entitlements;
  private final Catalog catalog;
  private final Map<ChannelName, Merchant> channels;
  private final NotifyUrls notifyUrls;
  private final Ids ids;
  private final Clock clock;

  OrderController(
      Orders orders,
      EntitlementRepository entitlements,
      Catalog catalog,
      ChannelDirectory channels,
      NotifyUrls notifyUrls,
      Ids ids,
      Clock clock) {
    this.orders = orders;
    this.entitlements = entitlements;
    this.catalog = catalog;
    this.channels = channels.merchants();
    this.notifyUrls = notifyUrls;
    this.ids = ids;
    this.clock = clock;
  }

  /** The body of a request for an order. */
  record OrderRequest(
      @Nullable String orderNo,
      @Nullable String userId,
      @Nullable String product,
      @Nullable Integer quantity,
      @Nullable MoneyView amount,
      @Nullable String channel,
      @Nullable String agentId) {}

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  OrderView create(
      @AuthenticationPrincipal Caller caller,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestBody OrderRequest request) {
    NewOrder wanted = wanted(caller, requestKey(key), request);
    return orders
        .create(wanted)
        .fold(
            made -> OrderView.asMade(made.book(), notifyUrls),
            reused -> {
              throw new Problem(
                  Problem.Code.IDEMPOTENCY_KEY_REUSED,
                  "repeat the first request unchanged, or use a new key for a new order");
            },
            taken -> {
              throw new Problem(
                  Problem.Code.ORDER_NUMBER_TAKEN,
                  "order " + taken.orderNo() + " was made with another Idempotency-Key");
            });
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

  private NewOrder wanted(Caller caller, String key, OrderRequest request) {
    String userId = required("userId", request.userId());
    ChannelName channel = channel(required("channel", request.channel()));
    if ((request.product() == null) == (request.amount() == null)) {
      throw unprocessable("give either a product of the catalogue or an amount, and not both");
    }
    int quantity = request.quantity() == null ? 1 : request.quantity();
    if (quantity < 1 || quantity > QUANTITY_MAX) {
      throw unprocessable("quantity is 1 to " + QUANTITY_MAX);
    }
    Order order = order(request, userId, quantity);
    Merchant merchant = channels.get(channel);
    if (merchant == null) {
      throw unprocessable("there is no channel " + channel);
    }
    return new NewOrder(order, channel, merchant, caller.name(), key, digest(request, quantity));
  }

  private Order order(OrderRequest request, String userId, int quantity) {
    Product product = request.product() == null ? null : product(request.product());
    Money unit = product == null ? amount(request) : product.price();
    Product.Grants grants = product == null ? null : product.grants();
    if (unit == null || unit.minor() == 0) {
      throw unprocessable("an order has an amount above zero");
    }
    boolean subscription = grants != null && grants.period() != null;
    return new Order(
        orderNo(request.orderNo()),
        userId,
        request.product(),
        quantity,
        new Money(times(unit.minor(), quantity), unit.currency()),
        grants == null ? null : grants.asset(),
        grants == null ? 0 : subscription ? grants.amount() : times(grants.amount(), quantity),
        grants == null ? null : grants.period(),
        request.agentId() == null ? null : required("agentId", request.agentId()),
        OrderState.PAYING,
        0,
        0,
        0,
        null,
        null,
        clock.instant().truncatedTo(ChronoUnit.MILLIS),
        0);
  }

  private static long times(long amount, int quantity) {
    if (amount > Long.MAX_VALUE / quantity) {
      throw unprocessable("amount times quantity is more than can be counted");
    }
    return amount * quantity;
  }

  /** What makes two requests the same one; a number we chose ourselves is not part of it. */
  private static byte[] digest(OrderRequest request, int quantity) {
    Money amount = amount(request);
    return IdempotencyKey.of(
            "order.request",
            "=" + request.orderNo(),
            "=" + request.userId(),
            "=" + request.product(),
            "=" + quantity,
            "=" + (amount == null ? "" : amount.minor() + amount.currency()),
            "=" + request.channel(),
            "=" + request.agentId())
        .sha256();
  }

  private static @Nullable Money amount(OrderRequest request) {
    MoneyView amount = request.amount();
    return amount == null ? null : amount.money();
  }

  private Product product(String name) {
    return catalog
        .find(name)
        .orElseThrow(() -> unprocessable("there is no product " + shown(name)));
  }

  private String orderNo(@Nullable String wanted) {
    if (wanted == null) {
      return ids.next();
    }
    if (!ORDER_NO.matcher(wanted).matches()) {
      throw unprocessable("orderNo is 6 to 28 of A-Z, a-z, 0-9, _ and -");
    }
    return wanted;
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

  private static ChannelName channel(String name) {
    try {
      return new ChannelName(name);
    } catch (IllegalArgumentException e) {
      throw unprocessable("there is no channel " + shown(name));
    }
  }

  private static String required(String what, @Nullable String value) {
    if (value == null || !WORD.matcher(value).matches()) {
      throw unprocessable(what + " is 1 to 64 characters without blanks");
    }
    return value;
  }

  private static String shown(String text) {
    return text.length() <= 64 ? text : text.substring(0, 64) + "...";
  }

  private static Problem unprocessable(String detail) {
    return new Problem(Problem.Code.UNPROCESSABLE, detail);
  }
}
