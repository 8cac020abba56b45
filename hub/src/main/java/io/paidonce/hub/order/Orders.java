package io.paidonce.hub.order;

import io.paidonce.hub.model.Money;
import io.paidonce.hub.model.SqlDialect;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes and reads orders.
 *
 * <p>An order number is made once. That a request is, is for the record in the same transaction,
 * which the caller has begun.
 */
public final class Orders {

  private static final String INSERT =
      """
      INSERT INTO orders (order_no, user_id, product, quantity, amount_minor, currency,
        grant_asset, grant_amount, grant_period, agent_id,
        state, paid_minor, refunded_minor, unapplied_minor, created_at_ms, next_ask_at_ms, version)
      VALUES (:orderNo, :userId, :product, :quantity, :amountMinor, :currency,
        :grantAsset, :grantAmount, :grantPeriod, :agentId,
        :state, 0, 0, 0, :createdAtMs, {now}, 0)
      """;

  private static final String INSERT_ATTEMPT =
      """
      INSERT INTO attempt (out_trade_no, order_no, channel, family, merchant_id, amount_minor,
        currency, state, created_at_ms, version)
      VALUES (:outTradeNo, :orderNo, :channel, :family, :merchantId, :amountMinor,
        :currency, :state, :createdAtMs, 0)
      """;

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;
  private final TransactionTemplate transaction;
  private final OrderRepository repository;
  private final Consumer<List<String>> wakeParked;
  private final AgentBudget agents;

  /**
   * Orders in this database.
   *
   * @param wakeParked called inside the transaction that makes an order with its attempt numbers,
   *     to wake notifications that came before it
   */
  public Orders(
      NamedParameterJdbcTemplate jdbc,
      SqlDialect dialect,
      TransactionTemplate transaction,
      OrderRepository repository,
      Consumer<List<String>> wakeParked) {
    this.jdbc = jdbc;
    this.dialect = dialect;
    this.transaction = transaction;
    this.repository = repository;
    this.wakeParked = wakeParked;
    this.agents = new AgentBudget(jdbc, dialect);
  }

  /**
   * Makes this order, or says why not; in the caller's transaction.
   *
   * @throws CannotAcquireLockException if another order of this number is just being committed
   */
  public Creation create(NewOrder wanted) {
    return Objects.requireNonNull(transaction.execute(status -> createInside(wanted)));
  }

  /** The order of this number, with its attempts, receipts and refunds. */
  public Optional<Book> find(String orderNo) {
    return repository.find(orderNo);
  }

  private Creation createInside(NewOrder wanted) {
    int inserted =
        jdbc.update(
            dialect.insertOrIgnore(INSERT.replace("{now}", dialect.now()), "order_no"),
            OrderRows.parameters(wanted.order()));
    if (inserted == 0) {
      return conflicting(wanted);
    }
    Attempt first = firstAttempt(wanted);
    int attempts =
        jdbc.update(
            dialect.insertOrIgnore(INSERT_ATTEMPT, "out_trade_no"), OrderRows.parameters(first));
    if (attempts == 0) {
      throw new AttemptNumberTaken(first.outTradeNo());
    }
    takeFromAgent(wanted);
    wakeParked.accept(List.of(first.outTradeNo()));
    return new Creation.Made(new Book(wanted.order(), List.of(first), List.of(), List.of()));
  }

  private void takeFromAgent(NewOrder wanted) {
    Order order = wanted.order();
    String agentId = order.agentId();
    Money perDay = wanted.agentPerDay();
    if (agentId != null
        && perDay != null
        && !agents.take(agentId, order.amount(), perDay, order.createdAt())) {
      throw new AgentLimitReached(agentId, perDay);
    }
  }

  /** H2 counts a conflict with a row that is not committed yet, and so is not to be seen. */
  private Creation conflicting(NewOrder wanted) {
    String orderNo = wanted.order().orderNo();
    if (repository.find(orderNo).isEmpty()) {
      throw new CannotAcquireLockException("an order of this number is being committed");
    }
    return new Creation.NumberTaken(orderNo);
  }

  private static Attempt firstAttempt(NewOrder wanted) {
    Order order = wanted.order();
    return new Attempt(
        order.orderNo(),
        order.orderNo(),
        wanted.channel(),
        wanted.merchant(),
        order.amount(),
        AttemptState.PAYING,
        order.createdAt(),
        0);
  }

  /** The number of a first attempt is in use as another order's further attempt. */
  public static final class AttemptNumberTaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AttemptNumberTaken(String outTradeNo) {
      super("the number " + outTradeNo + " is in use by another order's attempt");
    }
  }

  /** An agent has ordered so much in this day that the order is more than it may. */
  public static final class AgentLimitReached extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AgentLimitReached(String agentId, Money perDay) {
      super(
          "agent "
              + agentId
              + " may order "
              + perDay.decimal()
              + " "
              + perDay.currency()
              + " a day, and less than this order is left of it");
    }
  }
}
