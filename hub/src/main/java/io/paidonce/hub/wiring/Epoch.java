package io.paidonce.hub.wiring;

import java.security.SecureRandom;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The installation's epoch: a number in the database that a restore or failover changes, so that
 * nothing remembered outside outlives the data.
 */
final class Epoch {

  private static final String CHOOSE =
      """
      UPDATE installation
      SET epoch = ?
      WHERE id = 1 AND epoch = 1
      """;

  private static final String READ =
      """
      SELECT epoch FROM installation
      WHERE id = 1
      """;

  private final JdbcTemplate jdbc;
  private volatile long current;

  /** Reads the epoch, and chooses a random one for a new installation. */
  Epoch(DataSource source) {
    this.jdbc = new JdbcTemplate(source);
    jdbc.update(CHOOSE, new SecureRandom().nextLong(2, Long.MAX_VALUE));
    this.current = read();
  }

  long current() {
    return current;
  }

  void refresh() {
    current = read();
  }

  private long read() {
    Long epoch = jdbc.queryForObject(READ, Long.class);
    if (epoch == null) {
      throw new IllegalStateException("the table installation has lost its row");
    }
    return epoch;
  }
}
