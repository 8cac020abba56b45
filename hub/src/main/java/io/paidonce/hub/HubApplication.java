package io.paidonce.hub;

import io.paidonce.hub.wiring.HubCommand;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The hub's application; its command line is {@link HubCommand}. */
@SpringBootApplication
public class HubApplication {

  /** Starts the hub; see {@code ./paidonce hub --help}. */
  public static void main(String[] args) {
    int code = HubCommand.run(HubApplication.class, args);
    if (code != 0) {
      System.exit(code);
    }
  }
}
