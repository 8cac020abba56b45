package io.paidonce.hub;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The hub's main class. */
@SpringBootApplication
public class HubApplication {

  /** Starts the hub; see {@code ./paidonce hub --help}. */
  public static void main(String[] args) {
    SpringApplication.run(HubApplication.class, args);
  }
}
