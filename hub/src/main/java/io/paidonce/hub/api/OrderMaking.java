package io.paidonce.hub.api;

import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.hub.catalog.AgentLimits;
import io.paidonce.hub.catalog.Catalog;
import io.paidonce.hub.catalog.Product;
import io.paidonce.hub.model.ChannelName;
import io.paidonce.hub.model.Ids;
import io.paidonce.hub.model.Merchant;
import io.paidonce.hub.model.Money;
import io.paidonce.hub.order.NewOrder;
import io.paidonce.hub.order.Order;
import io.paidonce.hub.order.OrderState;
import io.paidonce.hub.order.Orders;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Makes an order once for each key of a caller: the record of the key and the order are in one
 * transaction, so a crash leaves either both or neither.
 */
@Component
class OrderMaking {

  private static final Pattern ORDER_NO = Pattern.compile("[A-Za-z0-9_-]{6,28}");
  private static final Pattern WORD = Pattern.compile("\\S{1,64}");
  private static final int QUANTITY_MAX = 100_000;
  private static final long DAY = 86_400;

  private final Orders orders;
  private final Catalog catalog;
  private final AgentLimits agents;
  private final Map<ChannelName, Merchant> channels;
  private final Ids ids;
  private final Clock clock;

  OrderMaking(
      Orders orders,
      Catalog catalog,
      AgentLimits agents,
      ChannelDirectory channels,
      Ids ids,
      Clock clock) {
    this.orders = orders;
    this.catalog = catalog;
    this.agents = agents;
    this.channels = channels.merchants();
    this.ids = ids;
    this.clock = clock;
  }

  /** The number of the order that this request made, now or before. */
  @Idempotent(
      scope = "hub.order",
      key = "{#caller.name, #key}",
      request = "#request.same()",
      onDuplicate = OnDuplicate.WAIT,
      expire = 400 * DAY)
  String make(Caller caller, String key, OrderRequest request) {
    NewOrder wanted = wanted(request);
    return orders
        .create(wanted)
        .fold(
            made -> made.book().order().orderNo(),
            taken -> {
              throw new Problem(
                  Problem.Code.ORDER_NUMBER_TAKEN,
                  "order " + taken.orderNo() + " was made with another Idempotency-Key");
            });
  }

  private NewOrder wanted(OrderRequest request) {
    String userId = required("userId", request.userId());
    ChannelName channel = channel(required("channel", request.channel()));
    if ((request.product() == null) == (request.amount() == null)) {
      throw unprocessable("give either a product of the catalogue or an amount, and not both");
    }
    if (request.quantity() != null && request.product() == null) {
      throw unprocessable("a quantity goes with a product; an amount is the whole amount");
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
    return new NewOrder(order, channel, merchant, agentPerDay(order));
  }

  /** What is left to check when the order is made; the limit of a single order is checked here. */
  private @Nullable Money agentPerDay(Order order) {
    String agentId = order.agentId();
    AgentLimits.Limit limit = agentId == null ? null : agents.find(agentId).orElse(null);
    if (agentId == null || limit == null) {
      return null;
    }
    Money amount = order.amount();
    Money perOrder = limit.perOrder();
    if (perOrder != null
        && (!perOrder.currency().equals(amount.currency()) || perOrder.minor() < amount.minor())) {
      throw limit(agentId, perOrder, "an order");
    }
    Money perDay = limit.perDay();
    if (perDay != null && !perDay.currency().equals(amount.currency())) {
      throw limit(agentId, perDay, "a day");
    }
    return perDay;
  }

  private static Problem limit(String agentId, Money most, String of) {
    return new Problem(
        Problem.Code.AGENT_LIMIT_REACHED,
        "agent " + agentId + " may order " + most.decimal() + " " + most.currency() + " " + of);
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
