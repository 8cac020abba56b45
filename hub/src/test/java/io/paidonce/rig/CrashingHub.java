package io.paidonce.rig;

import io.paidonce.hub.HubApplication;
import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.wiring.HubCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The hub with one thing added: it drops dead, as by SIGKILL, when it gets to the place named by
 * the system property {@code paidonce.crash.at=place:nth}; or, with {@code @file}, by the file once
 * that is there, counted from then on.
 */
@Configuration(proxyBeanMethods = false)
@Import(HubApplication.class)
public class CrashingHub {

  /** Starts it. */
  public static void main(String[] args) {
    int code = HubCommand.run(CrashingHub.class, args);
    if (code != 0) {
      System.exit(code);
    }
  }

  @Bean
  Checkpoint dropDead() {
    String wanted = System.getProperty("paidonce.crash.at", "");
    if (wanted.isEmpty()) {
      return Checkpoint.NONE;
    }
    Path file = wanted.startsWith("@") ? Path.of(wanted.substring(1)) : null;
    AtomicReference<@Nullable Wish> wish =
        new AtomicReference<>(file == null ? Wish.of(wanted) : null);
    return reached -> {
      if (wish.get() == null && file != null && Files.exists(file)) {
        wish.compareAndSet(null, Wish.read(file));
      }
      Wish current = wish.get();
      if (current != null
          && reached.equals(current.place())
          && current.left().decrementAndGet() == 0) {
        Runtime.getRuntime().halt(137);
      }
    };
  }

  private record Wish(String place, AtomicInteger left) {
    static Wish of(String text) {
      int colon = text.lastIndexOf(':');
      return new Wish(
          text.substring(0, colon), new AtomicInteger(Integer.parseInt(text.substring(colon + 1))));
    }

    static Wish read(Path file) {
      try {
        return of(Files.readString(file).strip());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
