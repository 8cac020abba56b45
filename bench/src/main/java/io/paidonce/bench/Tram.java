package io.paidonce.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.eventuate.common.jdbc.EventuateDuplicateKeyException;
import io.eventuate.common.jdbc.EventuateJdbcStatementExecutor;
import io.eventuate.common.jdbc.EventuateRowMapper;
import io.eventuate.common.jdbc.EventuateSchema;
import io.eventuate.common.jdbc.EventuateTransactionTemplate;
import io.eventuate.tram.consumer.jdbc.SqlTableBasedDuplicateMessageDetector;
import io.eventuate.tram.messaging.common.Message;
import io.eventuate.tram.messaging.common.SubscriberIdAndMessage;
import io.eventuate.tram.messaging.producer.MessageBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Eventuate Tram's detector of duplicate messages, on Spring's transactions. */
final class Tram implements Guard {

  private static final String NOW = "ROUND(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000)";

  private final HikariDataSource pool;
  private final SqlTableBasedDuplicateMessageDetector detector;

  Tram(Ground ground) {
    this.pool = ground.postgresql().pool();
    JdbcTemplate jdbc = new JdbcTemplate(pool);
    jdbc.execute(
        "CREATE TABLE IF NOT EXISTS received_messages (consumer_id VARCHAR(200), message_id"
            + " VARCHAR(200), creation_time BIGINT, published SMALLINT DEFAULT 0, PRIMARY KEY"
            + " (consumer_id, message_id))");
    TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(pool));
    this.detector =
        new SqlTableBasedDuplicateMessageDetector(
            new EventuateSchema(EventuateSchema.EMPTY_SCHEMA),
            NOW,
            new Statements(jdbc),
            new InTransactions(transactions));
  }

  private record InTransactions(TransactionTemplate transactions)
      implements EventuateTransactionTemplate {
    @Override
    @SuppressWarnings("NullAway") // the work may return nothing
    public <T> T executeInTransaction(Supplier<T> work) {
      return transactions.execute(status -> work.get());
    }
  }

  /** What its own Spring module does for these calls. */
  private record Statements(JdbcTemplate jdbc) implements EventuateJdbcStatementExecutor {
    @Override
    public long insertAndReturnGeneratedId(String sql, String idColumn, Object... values) {
      throw new UnsupportedOperationException("the detector generates no ids");
    }

    @Override
    public int update(String sql, @Nullable Object... values) {
      try {
        return jdbc.update(sql, values);
      } catch (DuplicateKeyException e) {
        throw new EventuateDuplicateKeyException(e);
      }
    }

    @Override
    public <T> List<T> query(String sql, EventuateRowMapper<T> mapper, Object... values) {
      return jdbc.query(sql, mapper::mapRow, values);
    }

    @Override
    public List<Map<String, Object>> queryForList(String sql, Object... values) {
      return jdbc.queryForList(sql, values);
    }
  }

  @Override
  public void once(String key, Effect effect) {
    Message message = MessageBuilder.withPayload("").withHeader(Message.ID, key).build();
    detector.doWithMessage(
        new SubscriberIdAndMessage("bench", message),
        () -> {
          try {
            effect.happen();
          } catch (RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Override
  public void close() {
    pool.close();
  }
}
