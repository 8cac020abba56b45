package io.paidonce.hub.order;

import io.paidonce.hub.model.SqlDialect;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes and reads orders.
 *
 * <p>Making is idempotent by (caller, request key): the unique constraint decides, in the
 * transaction that makes the order, so a crash leaves either both or neither.
 */
public final class Orders {

  private static final String INSERT =
      """
      INSERT INTO orders (order_no, user_id, product, quantity, amount_minor, currency,
        grant_asset, grant_amount, grant_period, agent_id, caller, request_key, request_digest,
        state, paid_minor, refunded_minor, unapplied_minor, created_at_ms, next_ask_at_ms, version)
      VALUES (:orderNo, :userId, :product, :quantity, :amountMinor, :currency,
        :grantAsset, :grantAmount, :grantPeriod, :agentId, :caller, :requestKey, :requestDigest,
        :state, 0, 0, 0, :createdAtMs, {now}, 0)
      """;

  private static final String INSERT_ATTEMPT =
      """
      INSERT INTO attempt (out_trade_no, order_no, channel, family, merchant_id, amount_minor,
        currency, state, created_at_ms, version)
      VALUES (:outTradeNo, :orderNo, :channel, :family, :merchantId, :amountMinor,
        :currency, :state, :createdAtMs, 0)
      """;

  private static final String BY_REQUEST =
      """
      SELECT order_no, request_digest FROM orders
      WHERE caller = :caller AND request_key = :requestKey
      """;

  private static final int TRIES_MAX = 6;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final NamedParameterJdbcTemplate jdbc;
  private final SqlDialect dialect;
  private final TransactionTemplate transaction;
  private final OrderRepository repository;
  private final Consumer<List<String>> wakeParked;

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
  }

  /**
   * Makes this order, or says why not; the same request again gets the same order. The victim of a
   * deadlock, and who came while the first of the same requests was committing, are tried again, a
   * few times.
   */
  public Creation create(NewOrder wanted) {
    for (int attempt = 1; ; attempt++) {
      try {
        return Objects.requireNonNull(transaction.execute(status -> createInside(wanted)));
      } catch (TransientDataAccessException e) {
        if (attempt == TRIES_MAX) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE.multipliedBy(attempt).toNanos());
      }
    }
  }

  /** The order of this number, with its attempts, receipts and refunds. */
  public Optional<Book> find(String orderNo) {
    return repository.find(orderNo);
  }

  private Creation createInside(NewOrder wanted) {
    Optional<Creation> earlier = earlier(wanted);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    int inserted =
        jdbc.update(
            dialect.insertOrIgnore(INSERT.replace("{now}", dialect.now()), "order_no"),
            OrderRows.parameters(wanted.order())
                .addValue("caller", wanted.caller())
                .addValue("requestKey", wanted.requestKey())
                .addValue("requestDigest", wanted.requestDigest()));
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
    wakeParked.accept(List.of(first.outTradeNo()));
    return new Creation.Made(new Book(wanted.order(), List.of(first), List.of(), List.of()), true);
  }

  /**
   * What stood in the way of an insert. H2 counts a conflict with a row that is not committed yet,
   * and so not to be seen; it may be committed between any two of our reads. So the number is taken
   * by another request only if this one is still not to be found after the number was.
   */
  private Creation conflicting(NewOrder wanted) {
    String orderNo = wanted.order().orderNo();
    boolean numberSeen = repository.find(orderNo).isPresent();
    Optional<Creation> earlier = earlier(wanted);
    if (earlier.isEmpty() && !numberSeen) {
      throw new CannotAcquireLockException("the same request is being committed");
    }
    return earlier.orElseGet(() -> new Creation.NumberTaken(orderNo));
  }

  private Optional<Creation> earlier(NewOrder wanted) {
    record Earlier(String orderNo, byte[] digest) {}
    return jdbc
        .query(
            BY_REQUEST,
            new MapSqlParameterSource("caller", wanted.caller())
                .addValue("requestKey", wanted.requestKey()),
            (row, n) -> new Earlier(row.getString("order_no"), row.getBytes("request_digest")))
        .stream()
        .findFirst()
        .map(
            found ->
                MessageDigest.isEqual(found.digest(), wanted.requestDigest())
                    ? new Creation.Made(repository.find(found.orderNo()).orElseThrow(), false)
                    : new Creation.KeyReused());
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
}
