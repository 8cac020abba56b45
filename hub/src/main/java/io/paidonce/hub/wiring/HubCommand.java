package io.paidonce.hub.wiring;

import io.paidonce.hub.provider.BadSetting;
import io.paidonce.hub.provider.Channels;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import picocli.CommandLine;

/** The command line of the hub: one clear line for whatever stops it, and no stack trace. */
@CommandLine.Command(
    name = "paidonce hub",
    mixinStandardHelpOptions = true,
    version = "PaidOnce 0.1.0",
    description = "Takes notifications of Alipay and WeChat Pay, and applies each exactly once.")
public final class HubCommand implements Callable<Integer> {

  private static final int BAD_START = 2;

  /** Loggers that would tell, at length, what our one line says. */
  private static final List<String> TELL_OF_FAILURES_TOO =
      List.of(
          "org.springframework.boot.SpringApplication",
          "org.springframework.boot.diagnostics",
          "org.springframework.boot.tomcat.servlet.DeferredServletContainerInitializers",
          "org.springframework.boot.web.server.servlet.context",
          "org.springframework.context.annotation.AnnotationConfigApplicationContext",
          "org.apache.catalina.core.StandardService",
          "org.apache.catalina.loader.WebappClassLoaderBase",
          "com.zaxxer.hikari.pool.HikariPool");

  private final Class<?> application;

  @CommandLine.Option(
      names = "--config",
      paramLabel = "FILE",
      description = "a Spring application.yaml; absent: defaults and environment variables")
  private @Nullable Path config;

  @CommandLine.Option(
      names = "--check-config",
      description = "only checks the configuration, keys included, and says what is wrong")
  private boolean checkConfig;

  @CommandLine.Unmatched private List<String> springOptions = new ArrayList<>();

  private HubCommand(Class<?> application) {
    this.application = application;
  }

  /** Runs the command; returns at once where the hub goes on running. */
  public static int run(Class<?> application, String... args) {
    return new CommandLine(new HubCommand(application)).execute(args);
  }

  @Override
  public Integer call() {
    try {
      List<String> options = options();
      if (checkConfig) {
        check(options);
      } else {
        start(application, options);
      }
      return 0;
    } catch (RuntimeException e) {
      PrintStream err = System.err;
      err.println("paidonce hub: " + StartFailure.line(e));
      if (Boolean.getBoolean("paidonce.stack-traces")) {
        e.printStackTrace(err);
      }
      return BAD_START;
    }
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    for (String option : springOptions) {
      if (!option.startsWith("--") || !option.contains("=")) {
        throw new BadSetting(option, "is no option; see --help");
      }
      options.add(option);
    }
    if (config != null) {
      if (!Files.isReadable(config)) {
        throw new BadSetting("--config", "names a file that cannot be read: " + config);
      }
      options.add("--spring.config.additional-location=" + config.toUri());
    }
    return options;
  }

  private static void start(Class<?> application, List<String> options) {
    quiet(new SpringApplication(application)).run(options.toArray(String[]::new));
  }

  private static void check(List<String> options) {
    SpringApplication checking = quiet(new SpringApplication(Nothing.class));
    checking.setWebApplicationType(WebApplicationType.NONE);
    try (ConfigurableApplicationContext context = checking.run(options.toArray(String[]::new))) {
      int channels = requireGood(context.getEnvironment());
      System.out.println("configuration is good: " + channels + " channels");
    }
  }

  /** Throws for the first bad property; returns how many channels are configured. */
  private static int requireGood(Environment environment) {
    HubProperties properties =
        Binder.get(environment).bindOrCreate("paidonce", HubProperties.class);
    Database.dialect(environment.getProperty(Database.URL, Database.EMBEDDED));
    Settings.apiKeys(properties);
    Settings.catalog(properties);
    Settings.publicUrl(properties, environment);
    return Channels.open(Settings.channels(properties), Clock.systemUTC()).size();
  }

  /** Looks at the configuration before anything else is touched, and leaves failures to us. */
  private static SpringApplication quiet(SpringApplication application) {
    application.setBannerMode(Banner.Mode.OFF);
    application.addInitializers(context -> requireGood(context.getEnvironment()));
    Map<String, Object> levels = new HashMap<>();
    TELL_OF_FAILURES_TOO.forEach(logger -> levels.put("logging.level." + logger, "OFF"));
    application.setDefaultProperties(levels);
    return application;
  }

  /** A context without beans. */
  @Configuration(proxyBeanMethods = false)
  static class Nothing {}
}
