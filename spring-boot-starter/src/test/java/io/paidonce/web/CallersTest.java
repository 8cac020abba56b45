package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.filter.OncePerRequestFilter;

/** Keys belong to an operation and a caller, and who is not let in touches none. */
class CallersTest {

  @RestController
  @IdempotentRequest
  static class Desk {
    final AtomicInteger runs = new AtomicInteger();

    @PostMapping("/one")
    String one(@RequestBody(required = false) String body) {
      return "one " + runs.incrementAndGet();
    }

    @PostMapping("/two")
    String two() {
      return "two " + runs.incrementAndGet();
    }

    @PostMapping("/shops/{shop}/orders")
    String order(@PathVariable String shop) {
      return shop + runs.incrementAndGet();
    }

    @PostMapping("/shared/{name}")
    @IdempotentRequest(scope = "shared")
    String shared(@PathVariable String name) {
      return name + runs.incrementAndGet();
    }
  }

  /** Stands for the filters of a security framework; as far behind as a filter of paths can be. */
  @Order(Ordered.LOWEST_PRECEDENCE)
  static class SignIn extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      String user = request.getHeader("User");
      if (user == null) {
        response.sendError(401);
        return;
      }
      chain.doFilter(
          new HttpServletRequestWrapper(request) {
            @Override
            public @Nullable Principal getUserPrincipal() {
              return user.isEmpty() ? null : () -> user;
            }
          },
          response);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Tenants {
    // The guide shows this bean.
    @Bean
    CallerIdentity tenant() {
      return request -> Optional.ofNullable(request.getHeader("Tenant"));
    }
  }

  private static String text(Site site, String path, String user) {
    Site.Reply reply = site.post(path).key("1").header("User", user).send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(200);
    return reply.text();
  }

  @Test
  void oneKeyOnTwoEndpointsAndOfTwoCallersRunsEachTime() {
    try (Site site = Site.of(Stand.CLAIM, Desk.class, SignIn.class)) {
      assertThat(text(site, "/one", "anna")).isEqualTo("one 1");
      assertThat(text(site, "/two", "anna")).isEqualTo("two 2");
      assertThat(text(site, "/one", "ben")).isEqualTo("one 3");
      assertThat(text(site, "/one", "")).isEqualTo("one 4"); // F27
      assertThat(text(site, "/one", "anna")).isEqualTo("one 1");
      assertThat(text(site, "/two", "anna")).isEqualTo("two 2");
      assertThat(text(site, "/one", "ben")).isEqualTo("one 3");
      assertThat(text(site, "/one", "")).isEqualTo("one 4");
    }
  }

  @Test
  void onePatternIsOneOperationAndItsPathIsPartOfTheRequest() {
    try (Site site = Site.of(Stand.CLAIM, Desk.class)) {
      assertThat(site.post("/shops/a/orders").key("1").send().text()).isEqualTo("a1");
      assertThat(site.post("/shops/b/orders").key("1").send().code())
          .isEqualTo("IDEMPOTENCY_KEY_REUSED");
      assertThat(site.post("/shared/a").key("1").send().text()).isEqualTo("a2");
      assertThat(site.post("/shared/b").key("1").send().code()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
    }
  }

  @Test
  void anApplicationSaysWhoItsCallersAre() {
    try (Site site = Site.of(Stand.CLAIM, Desk.class, Tenants.class)) {
      Site.Reply one = site.post("/one").key("1").header("Tenant", "a").send();
      Site.Reply two = site.post("/one").key("1").header("Tenant", "b").send();
      assertThat(one.text()).isEqualTo("one 1");
      assertThat(two.text()).isEqualTo("one 2");
      assertThat(site.post("/one").key("1").header("Tenant", "a").send().text()).isEqualTo("one 1");
    }
  }

  @Test
  void whoIsNotLetInTouchesNoKey() {
    try (Site site = Site.of(Stand.CLAIM, Desk.class, SignIn.class)) {
      assertThat(site.post("/one").key("1").json("{\"a\":1}").send().status()).isEqualTo(401);
      Site.Reply other = site.post("/one").key("1").header("User", "").json("{\"a\":2}").send();
      assertThat(other.status()).isEqualTo(200);
      assertThat(other.replayed()).isFalse();
      assertThat(site.post("/one").key("1").json("{\"a\":2}").send().status()).isEqualTo(401);
      assertThat(site.bean(Desk.class).runs).hasValue(1); // C167
    }
  }
}
