package io.paidonce.rig;

import io.paidonce.hub.HubApplication;
import io.paidonce.testkit.databases.Database;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole hub in this JVM, on a free port of loopback. */
public final class InProcessHub implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  private InProcessHub(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts a hub on this database. */
  public static InProcessHub on(Database database) {
    return on(database, Map.of());
  }

  /**
   * Starts a hub on this database.
   *
   * @param settings override the test shop's
   * @param further configuration classes, to add filters or replace beans
   */
  public static InProcessHub on(
      Database database, Map<String, String> settings, Class<?>... further) {
    List<Class<?>> sources = new ArrayList<>(List.of(HubApplication.class));
    sources.addAll(List.of(further));
    SpringApplication application = new SpringApplication(sources.toArray(Class<?>[]::new));
    application.setRegisterShutdownHook(false);
    return new InProcessHub(
        application.run(arguments(database, settings).stream().toArray(String[]::new)));
  }

  /** The command line of a hub on this database. */
  static List<String> arguments(Database database, Map<String, String> overriding) {
    Map<String, String> settings = new LinkedHashMap<>(TestShop.settings());
    settings.put("server.address", "127.0.0.1");
    settings.put("server.port", "0");
    settings.put("spring.datasource.url", database.jdbcUrl());
    settings.put("spring.datasource.username", database.username());
    settings.put("spring.datasource.password", database.password());
    settings.putAll(overriding);
    return settings.entrySet().stream()
        .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
        .toList();
  }

  /** A client of it. */
  public HubClient client() {
    WebServer server = ((WebServerApplicationContext) context).getWebServer();
    int port = Objects.requireNonNull(server).getPort();
    return new HubClient(URI.create("http://127.0.0.1:" + port));
  }

  /** A bean of it. */
  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  @Override
  public void close() {
    context.close();
  }
}
