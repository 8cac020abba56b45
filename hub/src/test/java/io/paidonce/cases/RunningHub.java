package io.paidonce.cases;

import io.paidonce.rig.HubClient;
import io.paidonce.rig.InProcessHub;
import io.paidonce.rig.TestShop;
import io.paidonce.testkit.Eventually;
import io.paidonce.testkit.Seeds;
import io.paidonce.testkit.databases.Database;
import io.paidonce.testkit.databases.DatabaseServer;
import io.paidonce.testkit.databases.Engine;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A hub that tests share, its database, and a shop to send it notifications. */
final class RunningHub {

  static final Duration PATIENCE = Duration.ofSeconds(20);

  private final String name;
  private final Setup setup;
  private final Database database;
  private final InProcessHub hub;
  private final HubClient client;
  private final TestShop shop;
  private @Nullable InProcessHub twin;

  private RunningHub(String name, Setup setup, Database database, InProcessHub hub) {
    this.name = name;
    this.setup = setup;
    this.database = database;
    this.hub = hub;
    this.client = hub.client();
    this.shop = new TestShop(Seeds.next(name));
  }

  static RunningHub start(Engine engine, Setup setup) {
    Database database = DatabaseServer.of(engine).freshDatabase();
    InProcessHub hub = InProcessHub.on(database, setup.settings(), setup.further());
    return new RunningHub(engine + " " + setup, setup, database, hub);
  }

  HubClient client() {
    return client;
  }

  /** A bean of the hub, where what is tested has no public door. */
  <T> T bean(Class<T> type) {
    return hub.bean(type);
  }

  TestShop shop() {
    return shop;
  }

  Database database() {
    return database;
  }

  /** A client of a second node on the same database, started when first asked for. */
  synchronized HubClient twin() {
    if (twin == null) {
      twin = InProcessHub.on(database, setup.settings(), setup.further());
    }
    return twin.client();
  }

  synchronized void stop() {
    if (twin != null) {
      twin.close();
    }
    hub.close();
    database.close();
  }

  /** The one number this query gives. */
  long count(String sql, Object... parameters) {
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement query = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        query.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = query.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Runs one statement: what a door that is still to be built would have done. */
  void write(String sql, @Nullable Object... parameters) {
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** All notifications there are. */
  long notifications() {
    return count("SELECT COUNT(*) FROM notification");
  }

  /** Notifications of this number. */
  long notifications(String outTradeNo) {
    return count("SELECT COUNT(*) FROM notification WHERE out_trade_no = ?", outTradeNo);
  }

  /** Messages of an order, of one type. */
  long messages(String orderNo, String type) {
    return count("SELECT COUNT(*) FROM message WHERE order_no = ? AND type = ?", orderNo, type);
  }

  /** Rejections kept of a channel, once those of now are written. */
  long rejectionsOnceWritten(String channel, long atLeast) {
    return Eventually.value(() -> rejections(channel), n -> n >= atLeast, PATIENCE);
  }

  long rejections(String channel) {
    return count("SELECT COUNT(*) FROM rejection WHERE channel = ?", channel);
  }

  /** What a counter with these labels shows. */
  double meter(String metric, String... labels) {
    return client
        .get("/actuator/prometheus")
        .text()
        .lines()
        .filter(line -> line.startsWith(metric + "{"))
        .filter(line -> List.of(labels).stream().allMatch(line::contains))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** How many deliveries of this channel were refused for this reason. */
  double refused(String channel, String reason) {
    return meter(
        "paidonce_rejections_total", "channel=\"" + channel + "\"", "reason=\"" + reason + "\"");
  }

  @Override
  public String toString() {
    return name;
  }
}
