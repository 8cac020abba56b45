package io.paidonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.paidonce.ChangeRefusedException;
import io.paidonce.ColumnChange;
import io.paidonce.Condition;
import io.paidonce.ConditionalChange;
import io.paidonce.DuplicateRequestException;
import io.paidonce.GuardedTable;
import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.StateChange;
import io.paidonce.StateTable;
import io.paidonce.Strategy;
import io.paidonce.jdbc.JdbcIdempotencyAutoConfiguration;
import io.paidonce.transaction.TransactionIdempotencyAutoConfiguration;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiConsumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.annotation.Transactional;

/** Methods whose own guarded change says whether they were the first. */
class StateStrategyTest {

  enum State {
    PAYING,
    PAID,
    CLOSED
  }

  /** The application's own code. */
  static class Orders {
    private static final StateTable<State> TABLE =
        StateTable.of(State.class).allow(State.PAYING, State.PAID, State.CLOSED);

    private final GuardedTable orders = new GuardedTable("orders", "order_no");
    private final DataSource database;
    private final JdbcClient jdbc;

    Orders(DataSource database, JdbcClient jdbc) {
      this.database = database;
      this.jdbc = jdbc;
    }

    @Idempotent(key = "#no", strategy = Strategy.STATE, onDuplicate = OnDuplicate.REPLAY)
    @Transactional
    public StateChange<State> pay(String no) throws SQLException {
      jdbc.sql("INSERT INTO trail (order_no) VALUES (?)").param(no).update();
      return orders.toState(connection(), no, "state", TABLE, State.PAID);
    }

    @Idempotent(
        key = "#no",
        strategy = {Strategy.UNIQUE, Strategy.STATE},
        onDuplicate = OnDuplicate.THROW)
    @Transactional
    public StateChange<State> close(String no) throws SQLException {
      return orders.toState(connection(), no, "state", TABLE, State.CLOSED);
    }

    @Idempotent(key = "{#no, #step}", strategy = Strategy.VERSION)
    @Transactional
    public ConditionalChange take(String no, int step, long amount) throws SQLException {
      return orders.where(
          connection(),
          no,
          List.of(Condition.atLeast("balance", amount)),
          ColumnChange.add("balance", -amount));
    }

    private Connection connection() {
      return DataSourceUtils.getConnection(database);
    }
  }

  @Test
  void whatIsThereAlreadyIsADuplicateAndWhatCannotBeIsRolledBack() {
    with(
        (orders, jdbc) -> {
          assertThat(change(() -> orders.pay("o1"))).isInstanceOf(StateChange.Changed.class);
          assertThat(change(() -> orders.pay("o1"))).isInstanceOf(StateChange.AlreadyThere.class);
          long trail = jdbc.sql("SELECT COUNT(*) FROM trail").query(Long.class).single();
          assertThatExceptionOfType(ChangeRefusedException.class) // F39
              .isThrownBy(() -> orders.close("o1"))
              .withMessageContaining("it is in state PAID");
          assertThatExceptionOfType(ChangeRefusedException.class)
              .isThrownBy(() -> orders.pay("o9"))
              .withMessageContaining("no such row");
          assertThat(jdbc.sql("SELECT COUNT(*) FROM trail").query(Long.class).single())
              .isEqualTo(trail);
        });
  }

  @Test
  void aRecordInFrontOfItRefusesTheSecondCall() {
    with(
        (orders, jdbc) -> {
          assertThat(change(() -> orders.close("o2"))).isInstanceOf(StateChange.Changed.class);
          assertThatExceptionOfType(DuplicateRequestException.class)
              .isThrownBy(() -> orders.close("o2"));
        });
  }

  @Test
  void aConditionThatDoesNotHoldIsAnErrorOfTheCaller() {
    with(
        (orders, jdbc) -> {
          change(() -> orders.take("o1", 1, 60));
          assertThatExceptionOfType(ChangeRefusedException.class)
              .isThrownBy(() -> orders.take("o1", 2, 60))
              .withMessageContaining("condition");
          assertThat(
                  jdbc.sql("SELECT balance FROM orders WHERE order_no = 'o1'")
                      .query(Long.class)
                      .single())
              .isEqualTo(40);
        });
  }

  private interface Call {
    Object run() throws SQLException;
  }

  private static Object change(Call call) {
    try {
      return call.run();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static void with(BiConsumer<Orders, JdbcClient> test) {
    Context.memory(Orders.class)
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                JdbcTemplateAutoConfiguration.class,
                JdbcClientAutoConfiguration.class,
                TransactionAutoConfiguration.class,
                JdbcIdempotencyAutoConfiguration.class,
                TransactionIdempotencyAutoConfiguration.class))
        .withPropertyValues("spring.datasource.generate-unique-name=true")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              JdbcClient jdbc = context.getBean(JdbcClient.class);
              jdbc.sql(
                      "CREATE TABLE orders (order_no VARCHAR(20) PRIMARY KEY, state VARCHAR(20),"
                          + " balance BIGINT)")
                  .update();
              jdbc.sql("CREATE TABLE trail (order_no VARCHAR(20))").update();
              for (String no : List.of("o1", "o2")) {
                jdbc.sql("INSERT INTO orders VALUES (?, 'PAYING', 100)").param(no).update();
              }
              test.accept(context.getBean(Orders.class), jdbc);
            });
  }
}
