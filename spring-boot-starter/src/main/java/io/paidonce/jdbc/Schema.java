package io.paidonce.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** Makes the tables where they are missing; what is there is left alone. */
final class Schema {

  private static final Logger LOG = LoggerFactory.getLogger(Schema.class);

  private Schema() {}

  /**
   * Runs this engine's script.
   *
   * @param embeddedOnly whether it is for databases in this process only; then one that does not
   *     answer is left alone, so that the start does not depend on it
   */
  static void initialize(DataSource database, String script, boolean embeddedOnly) {
    try (Connection connection = database.getConnection()) {
      String url = connection.getMetaData().getURL().toLowerCase(Locale.ROOT);
      boolean embedded =
          url.startsWith("jdbc:h2:")
              && !url.startsWith("jdbc:h2:tcp:")
              && !url.startsWith("jdbc:h2:ssl:");
      if (embeddedOnly && !embedded) {
        return;
      }
      Dialect dialect = Dialect.of(connection);
      String engine =
          dialect == Dialect.MYSQL ? "mariadb" : dialect.name().toLowerCase(Locale.ROOT);
      ScriptUtils.executeSqlScript(
          connection, new ClassPathResource(script + "-" + engine + ".sql", Schema.class));
    } catch (SQLException e) {
      if (embeddedOnly) {
        LOG.warn("event=schema.skipped the database did not answer at the start: {}", e.toString());
        return;
      }
      throw new IllegalStateException("the tables of idempotent execution cannot be made", e);
    }
  }
}
