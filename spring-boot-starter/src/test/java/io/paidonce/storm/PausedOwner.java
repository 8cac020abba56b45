package io.paidonce.storm;

import io.paidonce.testkit.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A process that begins to pay and then waits for a file to be there; it says when it waits, and
 * how its call has ended.
 */
final class PausedOwner {

  static final String WAITS = "the owner is in its work";
  static final String ENDED = "the owner ended by ";
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private PausedOwner() {}

  /** Arguments: {@code redis} or {@code table}, the key, the file, and properties. */
  public static void main(String[] arguments) {
    List<String> properties = new ArrayList<>(List.of(arguments));
    boolean byRedis = properties.remove(0).equals("redis");
    String id = properties.remove(0);
    Path file = Path.of(properties.remove(0));
    try (ConfigurableApplicationContext context = Shop.start(properties)) {
      Shop shop = context.getBean(Shop.class);
      shop.meanwhile(
          () -> {
            System.out.println(WAITS);
            Eventually.until(() -> Files.exists(file), PATIENCE);
          });
      String end;
      try {
        end = byRedis ? shop.payByRedis(id, "late") : shop.payByTable(id, "late");
      } catch (RuntimeException e) {
        end = e.getClass().getSimpleName();
      }
      System.out.println(ENDED + end);
    }
  }
}
