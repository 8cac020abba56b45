package io.paidonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.FormTokens;
import io.paidonce.FormTokens.Consumed;
import io.paidonce.testkit.TimeShift;
import io.paidonce.testkit.contract.FormTokensContract;
import io.paidonce.testkit.contract.FormTokensFixture;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Form tokens in a table, on every engine. */
class FormTokensInTablesTest {

  private static final TimeShift TIME = TimeShift.of("paidonce_form_token.expires_at_ms");
  private static final Duration VALIDITY = Duration.ofHours(2);

  private static final class InTable implements FormTokensFixture {
    private final Tables tables;

    InTable(Place place) {
      this.tables = place.open(20);
    }

    @Override
    public FormTokens tokens() {
      return JdbcFormTokens.in(tables.source(), JdbcIdempotencyStore.QUERY_TIMEOUT);
    }

    @Override
    public FormTokens otherNode() {
      return tokens();
    }

    @Override
    public void age(Duration duration) {
      try {
        TIME.forward(tables.source(), duration.plusMillis(1));
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public String stored() {
      return tables.sql().queryForList("SELECT * FROM paidonce_form_token").toString();
    }

    @Override
    public void close() {
      tables.close();
    }
  }

  @Nested
  class OnH2 extends FormTokensContract {
    @Override
    protected FormTokensFixture open() {
      return new InTable(Place.H2);
    }
  }

  @Nested
  class OnH2InItsOwnMode extends FormTokensContract {
    @Override
    protected FormTokensFixture open() {
      return new InTable(Place.H2_REGULAR);
    }
  }

  @Nested
  class OnPostgresql extends FormTokensContract {
    @Override
    protected FormTokensFixture open() {
      return new InTable(Place.POSTGRESQL);
    }
  }

  @Nested
  class OnMariaDb extends FormTokensContract {
    @Override
    protected FormTokensFixture open() {
      return new InTable(Place.MARIADB);
    }
  }

  @Nested
  class OnMariaDbThatCountsFoundRows extends FormTokensContract {
    @Override
    protected FormTokensFixture open() {
      return new InTable(Place.MARIADB_FOUND_ROWS);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
  void purgeRemovesOnlyWhatIsPastItsTime(Place place) {
    try (InTable table = new InTable(place)) {
      JdbcFormTokens tokens = (JdbcFormTokens) table.tokens();
      for (int i = 0; i < 5; i++) {
        tokens.issue("s", VALIDITY);
      }
      table.age(VALIDITY.minusMinutes(10));
      String fresh = tokens.issue("s", VALIDITY);
      assertThat(tokens.purge(500)).isZero();
      table.age(Duration.ofMinutes(10));
      assertThat(tokens.purge(3)).isEqualTo(3);
      assertThat(tokens.purge(3)).isEqualTo(2);
      assertThat(tokens.purge(3)).isZero();
      assertThat(tokens.consume(fresh, "s")).isEqualTo(Consumed.CONSUMED);
    }
  }

  /** Consumed in a transaction that is rolled back, it would be good again. */
  @ParameterizedTest
  @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
  void insideATransactionTheyAreRefused(Place place) {
    try (InTable table = new InTable(place)) {
      FormTokens tokens = table.tokens();
      String token = tokens.issue("s", VALIDITY);
      assertThatThrownBy(
              () ->
                  table
                      .tables
                      .transactions()
                      .executeWithoutResult(status -> tokens.consume(token, "s")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("outside of transactions");
      assertThat(tokens.consume(token, "s")).isEqualTo(Consumed.CONSUMED);
    }
  }
}
