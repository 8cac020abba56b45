package io.paidonce.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.entitlement.LedgerAudit;
import io.paidonce.hub.entitlement.UsageRepository;
import io.paidonce.hub.inbox.DeliveryCounter;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.model.SqlDialect;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.order.Orders;
import io.paidonce.hub.story.Story;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.Engine;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** PostgreSQL's own plans for the statements in the hub's code: none may read a whole table. */
class QueriesTest {

  private static final List<Class<?>> REPOSITORIES =
      List.of(
          InboxRepository.class,
          DeliveryCounter.class,
          OrderRepository.class,
          Orders.class,
          EntitlementRepository.class,
          LedgerAudit.class,
          UsageRepository.class,
          CaseRepository.class,
          Story.class);

  /** Audits, which read everything because that is their purpose. */
  private static final Set<String> AUDITS =
      Set.of("TRIAL_BALANCE", "CROOKED_ACCOUNTS", "UNBALANCED");

  @Test
  void everyStatementFindsItsRowsByAnIndex() throws SQLException, IllegalAccessException {
    Map<String, String> statements = statements();
    assertThat(statements)
        .containsKeys(
            "InboxRepository.DUE",
            "InboxRepository.CLAIM",
            "InboxRepository.CONTRADICTED",
            "EntitlementRepository.SPEND",
            "UsageRepository.FIND",
            "OrderRepository.ATTEMPTS",
            "OrderRepository.ATTEMPTS_BY_NUMBER");
    List<String> slow = new ArrayList<>();
    try (Database database = MigrationsTest.migrated(Engine.POSTGRESQL);
        Connection connection = database.dataSource().getConnection();
        Statement session = connection.createStatement()) {
      session.execute("SET enable_seqscan = off");
      for (Map.Entry<String, String> one : statements.entrySet()) {
        String plan = plan(session, one.getValue());
        if (plan.contains("Seq Scan") || !plan.contains("Index Cond")) {
          slow.add(one.getKey() + "\n" + plan);
        }
      }
    }
    assertThat(slow).isEmpty();
  }

  @Test
  void statementWithoutAnIndexIsTold() throws SQLException {
    try (Database database = MigrationsTest.migrated(Engine.POSTGRESQL);
        Connection connection = database.dataSource().getConnection();
        Statement session = connection.createStatement()) {
      session.execute("SET enable_seqscan = off");
      assertThat(plan(session, "SELECT id FROM notification WHERE notice_id = :id"))
          .contains("Seq Scan");
    }
  }

  /** What the repositories look up and change; the SQL itself is the constant in the code. */
  private static Map<String, String> statements() throws IllegalAccessException {
    Map<String, String> statements = new TreeMap<>();
    for (Class<?> repository : REPOSITORIES) {
      for (Field field : repository.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())
            && field.getType() == String.class
            && !AUDITS.contains(field.getName())) {
          field.setAccessible(true);
          String sql = String.valueOf(field.get(null));
          if (sql.matches("(?s)(SELECT|UPDATE|DELETE) .*")) {
            statements.put(repository.getSimpleName() + "." + field.getName(), sql);
          }
        }
      }
    }
    return statements;
  }

  /** The plan, with some literal for each parameter; "1" is a value of every type we use. */
  private static String plan(Statement session, String sql) throws SQLException {
    String literal =
        sql.replace("{now}", SqlDialect.POSTGRESQL.now()).replaceAll("(?<!:):[A-Za-z]+", "'1'");
    StringBuilder plan = new StringBuilder();
    try (ResultSet rows = session.executeQuery("EXPLAIN " + literal)) {
      while (rows.next()) {
        plan.append(rows.getString(1)).append('\n');
      }
    }
    return plan.toString();
  }
}
