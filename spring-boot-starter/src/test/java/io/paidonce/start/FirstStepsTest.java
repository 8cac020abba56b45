package io.paidonce.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.Idempotent;
import io.paidonce.OnDuplicate;
import io.paidonce.testkit.processes.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The steps of the README, as they are written there, on a real server. */
class FirstStepsTest {

  // The README shows the class from its annotation to its end.
  @RestController
  static class Payments {
    private final JdbcClient jdbc;

    Payments(JdbcClient jdbc) {
      this.jdbc = jdbc;
    }

    @PostMapping("/payments")
    @Idempotent(key = "#orderNo", onDuplicate = OnDuplicate.REPLAY)
    @Transactional
    public String pay(@RequestParam String orderNo) {
      jdbc.sql("INSERT INTO payment (order_no) VALUES (?)").param(orderNo).update();
      return orderNo + " is paid";
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Payments.class)
  static class Shop {}

  @Test
  void threeStepsMakeAnEndpointTakeEffectOnce() throws IOException, InterruptedException {
    int port = Ports.free();
    try (ConfigurableApplicationContext shop =
        new SpringApplicationBuilder(Shop.class)
            .properties(
                Map.of(
                    "server.port",
                    port,
                    "server.address",
                    "127.0.0.1",
                    "spring.datasource.generate-unique-name",
                    true,
                    "spring.main.banner-mode",
                    "off"))
            .run()) {
      JdbcClient jdbc = shop.getBean(JdbcClient.class);
      jdbc.sql("CREATE TABLE payment (order_no VARCHAR(40))").update();
      HttpResponse<String> first = pay(port, "A-1");
      HttpResponse<String> second = pay(port, "A-1");
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(first.body()).isEqualTo("A-1 is paid");
      assertThat(second.statusCode()).isEqualTo(200);
      assertThat(second.body()).isEqualTo(first.body());
      assertThat(jdbc.sql("SELECT COUNT(*) FROM payment").query(Long.class).single()).isEqualTo(1);
    }
  }

  private static HttpResponse<String> pay(int port, String orderNo)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://127.0.0.1:" + port + "/payments?orderNo=" + orderNo);
    HttpRequest post =
        HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()).build();
    return HttpClient.newHttpClient().send(post, BodyHandlers.ofString());
  }
}
