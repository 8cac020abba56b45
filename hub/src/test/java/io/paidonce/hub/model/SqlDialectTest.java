package io.paidonce.hub.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlDialectTest {

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:file:./data/hub, H2",
    "jdbc:postgresql://db/hub, POSTGRESQL",
    "JDBC:PostgreSQL://db/hub, POSTGRESQL",
    "jdbc:mariadb://db/hub, MARIADB",
    "jdbc:mysql://db/hub, MARIADB"
  })
  void aUrlSaysWhichEngineItIs(String url, SqlDialect dialect) {
    assertThat(SqlDialect.ofUrl(url)).isEqualTo(dialect);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "jdbc:oracle:thin:@db", "postgresql://db/hub", " jdbc:h2:mem:x"})
  void anyOtherUrlIsRefusedWithoutRepeatingIt(String url) {
    assertThatThrownBy(() -> SqlDialect.ofUrl(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("neither H2, PostgreSQL, MariaDB nor MySQL");
  }

  @Test
  void anInsertThatMeetsAKeyCountsZeroInsteadOfFailing() {
    String insert = "INSERT INTO t (a) VALUES (1)";
    assertThat(SqlDialect.H2.insertOrIgnore(insert, "a"))
        .isEqualTo("INSERT INTO t (a) VALUES (1) ON CONFLICT DO NOTHING");
    assertThat(SqlDialect.POSTGRESQL.insertOrIgnore(insert, "a"))
        .isEqualTo(SqlDialect.H2.insertOrIgnore(insert, "a"));
    assertThat(SqlDialect.MARIADB.insertOrIgnore(insert, "a"))
        .isEqualTo("INSERT INTO t (a) VALUES (1) ON DUPLICATE KEY UPDATE a = a");
  }

  @ParameterizedTest
  @EnumSource(SqlDialect.class)
  void everyEngineHasMigrationsOfItsOwn(SqlDialect dialect) {
    String folder = dialect.migrations().replace("classpath:", "/");
    assertThat(SqlDialect.class.getResource(folder + "/V1__hub.sql")).isNotNull();
  }
}
