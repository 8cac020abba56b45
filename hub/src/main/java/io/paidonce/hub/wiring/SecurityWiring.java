package io.paidonce.hub.wiring;

import io.paidonce.hub.api.ApiKeys;
import io.paidonce.hub.api.Problem;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/** Who may do what: bearer keys with scopes, and nothing for anybody else. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
class SecurityWiring {

  @Bean
  SecurityFilterChain securityFilterChain(HttpSecurity http, ApiKeys keys, JsonMapper json)
      throws Exception {
    http.csrf(AbstractHttpConfigurer::disable)
        .formLogin(AbstractHttpConfigurer::disable)
        .httpBasic(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .authorizeHttpRequests(
            rules ->
                rules
                    .requestMatchers(HttpMethod.GET, "/actuator/health", "/actuator/health/**")
                    .permitAll()
                    .requestMatchers(HttpMethod.GET, "/actuator/prometheus")
                    .hasAnyAuthority("read", "admin")
                    .requestMatchers(HttpMethod.POST, "/api/v1/orders", "/api/v1/orders/*/refunds")
                    .hasAuthority("orders")
                    .requestMatchers(HttpMethod.POST, "/api/v1/usage", "/api/v1/usage/batch")
                    .hasAuthority("usage")
                    .requestMatchers(HttpMethod.POST, "/api/v1/usage/bills")
                    .hasAnyAuthority("usage", "read", "admin")
                    .requestMatchers(HttpMethod.GET, "/api/v1/orders/*")
                    .hasAnyAuthority("orders", "read", "admin")
                    .requestMatchers(HttpMethod.GET, "/api/v1/**")
                    .hasAnyAuthority("read", "admin")
                    .anyRequest()
                    .denyAll())
        .exceptionHandling(
            handling ->
                handling
                    .authenticationEntryPoint(
                        (request, response, e) ->
                            write(
                                response,
                                json,
                                Problem.Code.UNAUTHENTICATED.body(
                                    "send a header Authorization: Bearer KEY")))
                    .accessDeniedHandler(
                        (request, response, e) ->
                            write(
                                response,
                                json,
                                Problem.Code.FORBIDDEN.body(
                                    "the key's scopes are set under paidonce.api-keys"))))
        .addFilterBefore(new BearerFilter(keys), UsernamePasswordAuthenticationFilter.class);
    return http.build();
  }

  /** There are no users with passwords; saying so keeps a generated one from being printed. */
  @Bean
  UserDetailsService noUsers() {
    return name -> {
      throw new UsernameNotFoundException("the hub has no users with passwords");
    };
  }

  private static void write(HttpServletResponse response, JsonMapper json, ProblemDetail problem)
      throws IOException {
    response.setStatus(problem.getStatus());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(json.writeValueAsBytes(problem));
  }

  /** Reads the key from the header; a wrong one is the same as none. */
  private static final class BearerFilter extends OncePerRequestFilter {
    private static final String SCHEME = "Bearer ";
    private final ApiKeys keys;

    BearerFilter(ApiKeys keys) {
      this.keys = keys;
    }

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      String header = request.getHeader("Authorization");
      if (header != null && header.startsWith(SCHEME)) {
        keys.caller(header.substring(SCHEME.length()).strip())
            .ifPresent(
                caller ->
                    SecurityContextHolder.getContext()
                        .setAuthentication(
                            UsernamePasswordAuthenticationToken.authenticated(
                                caller,
                                null,
                                caller.scopes().stream()
                                    .map(SimpleGrantedAuthority::new)
                                    .toList())));
      }
      chain.doFilter(request, response);
    }
  }
}
