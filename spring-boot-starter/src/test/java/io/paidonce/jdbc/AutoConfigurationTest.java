package io.paidonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.paidonce.IdempotencyStore;
import io.paidonce.RecordView;
import io.paidonce.StoreUnavailableException;
import io.paidonce.Ticket;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** The stores as an application gets them. */
class AutoConfigurationTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String THREAD = "paidonce-purge";

  private static ApplicationContextRunner application() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                DataSourceAutoConfiguration.class, JdbcIdempotencyAutoConfiguration.class));
  }

  private static ApplicationContextRunner on(Database database) {
    return application()
        .withBean(DataSource.class, database::dataSource, b -> b.setDestroyMethodName(""));
  }

  private static boolean purging() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.isAlive() && thread.getName().equals(THREAD));
  }

  @Test
  void embeddedDatabaseHasTheTableAndBothStores() {
    application()
        .withPropertyValues("spring.datasource.generate-unique-name=true")
        .run(
            context -> {
              IdempotencyStore lease = context.getBean("jdbcLeaseStore", IdempotencyStore.class);
              IdempotencyStore record = context.getBean("jdbcRecordStore", IdempotencyStore.class);
              assertThat(lease.modes()).containsExactly(IdempotencyStore.Mode.LEASE);
              assertThat(record.modes()).containsExactly(IdempotencyStore.Mode.ATOMIC);
              Ticket ticket = Tables.claimed(lease, "a");
              assertThat(record.find(ticket.primary())).isPresent();
            });
  }

  @Test
  void purgeEndsWithTheApplication() {
    application()
        .withPropertyValues("spring.datasource.generate-unique-name=true")
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              Eventually.until(AutoConfigurationTest::purging, PATIENCE);
            });
    assertThat(purging()).isFalse();
  }

  @Test
  void databaseThatDoesNotAnswerDoesNotKeepTheApplicationFromStarting() {
    application()
        .withPropertyValues(
            "spring.datasource.url=jdbc:postgresql://127.0.0.1:1/none?connectTimeout=1",
            "spring.datasource.hikari.connection-timeout=250")
        .run(
            context ->
                assertThatThrownBy(
                        () ->
                            context
                                .getBean("jdbcLeaseStore", IdempotencyStore.class)
                                .claim(Tables.request("a")))
                    .isInstanceOf(StoreUnavailableException.class));
  }

  @Test
  void withoutOneDataSourceThereAreNoStores() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(JdbcIdempotencyAutoConfiguration.class))
        .run(context -> assertThat(context).doesNotHaveBean(IdempotencyStore.class));
    Database one = DatabaseServer.of(Engine.H2).freshDatabase();
    Database other = DatabaseServer.of(Engine.H2).freshDatabase();
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(JdbcIdempotencyAutoConfiguration.class))
        .withBean("one", DataSource.class, one::dataSource)
        .withBean("other", DataSource.class, other::dataSource)
        .run(context -> assertThat(context).doesNotHaveBean(IdempotencyStore.class));
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void tableIsMadeInAnEmbeddedDatabaseOrWhereAskedFor(Engine engine) {
    Database database = DatabaseServer.of(engine).freshDatabase();
    String setting = "paidonce.idempotency.jdbc.initialize-schema=";
    ApplicationContextRunner never = on(database).withPropertyValues(setting + "never");
    (engine == Engine.H2 ? never : on(database))
        .run(
            context ->
                assertThatThrownBy(() -> find(context))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("initialize-schema"));
    ApplicationContextRunner asked =
        engine == Engine.H2 ? on(database) : on(database).withPropertyValues(setting + "always");
    for (int start = 1; start <= 2; start++) {
      asked.run(context -> assertThat(find(context)).isEmpty());
    }
    database.drop();
  }

  private static Optional<RecordView> find(ApplicationContext context) {
    return context.getBean("jdbcLeaseStore", IdempotencyStore.class).find(Tables.key("a"));
  }

  @Test
  void recordsPastTheirTimeArePurgedAgainAndAgain() {
    Database database = DatabaseServer.of(Engine.H2).freshDatabase();
    on(database)
        .withPropertyValues(
            "paidonce.idempotency.jdbc.initialize-schema=always",
            "paidonce.idempotency.jdbc.purge-every=20ms")
        .run(
            context -> {
              IdempotencyStore store = context.getBean("jdbcLeaseStore", IdempotencyStore.class);
              JdbcTemplate sql = new JdbcTemplate(database.dataSource());
              for (int i = 0; i < 2; i++) {
                store.complete(Tables.claimed(store, "a" + i), Tables.done("x"));
                Tables.TIME.forward(database.dataSource(), Tables.RETENTION);
                Eventually.value(
                    () -> sql.queryForList("SELECT scope FROM paidonce_idempotency"),
                    List::isEmpty,
                    PATIENCE);
              }
            });
    database.drop();
  }

  @Test
  void negativePurgeIntervalIsRefused() {
    application()
        .withPropertyValues("paidonce.idempotency.jdbc.purge-every=-1s")
        .run(context -> assertThat(context).hasFailed());
  }

  @Test
  void tableHasTheSameColumnsOnEveryEngine() {
    List<Set<String>> columns = new ArrayList<>();
    for (Engine engine : Engine.values()) {
      Database database = DatabaseServer.of(engine).freshDatabase();
      Tables.create(database.dataSource());
      columns.add(columns(database));
      database.drop();
    }
    assertThat(columns.get(0)).hasSize(15);
    assertThat(columns.subList(1, columns.size())).allMatch(columns.get(0)::equals);
  }

  /** Each column with its length, as far as it has one on every engine, and whether it is null. */
  private static Set<String> columns(Database database) {
    Set<String> columns = new TreeSet<>();
    new JdbcTemplate(database.dataSource())
        .query(
            "SELECT column_name, is_nullable, character_maximum_length AS length, data_type"
                + " FROM information_schema.columns"
                + " WHERE LOWER(table_name) = 'paidonce_idempotency'",
            row -> {
              String type = row.getString("data_type").toLowerCase(Locale.ROOT);
              String length = type.contains("char") ? row.getString("length") : "";
              columns.add(
                  row.getString("column_name").toLowerCase(Locale.ROOT)
                      + " "
                      + length
                      + " "
                      + row.getString("is_nullable"));
            });
    return columns;
  }
}
