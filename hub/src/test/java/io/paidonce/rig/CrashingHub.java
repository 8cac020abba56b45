package io.paidonce.rig;

import io.paidonce.hub.HubApplication;
import io.paidonce.hub.model.Checkpoint;
import io.paidonce.hub.wiring.HubCommand;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The hub with one thing added: it drops dead, as by SIGKILL, when it gets to the place named by
 * the system property {@code paidonce.crash.at=place:nth}.
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
    String place = wanted.substring(0, wanted.lastIndexOf(':'));
    AtomicInteger left =
        new AtomicInteger(Integer.parseInt(wanted.substring(wanted.lastIndexOf(':') + 1)));
    return reached -> {
      if (reached.equals(place) && left.decrementAndGet() == 0) {
        Runtime.getRuntime().halt(137);
      }
    };
  }
}
