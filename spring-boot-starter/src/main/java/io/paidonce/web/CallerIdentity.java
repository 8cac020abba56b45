package io.paidonce.web;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Optional;

/**
 * Who sends a request. The keys and form tokens of two callers never meet, so one caller can
 * neither block another nor be given another's answer.
 *
 * <p>Define a bean of it where one principal stands for several tenants. It is asked behind all
 * security filters. Thread-safe.
 */
@FunctionalInterface
public interface CallerIdentity {

  /**
   * A name that stays the same over all retries, or nothing for somebody unknown. All unknown
   * callers of an operation share their keys.
   */
  Optional<String> of(HttpServletRequest request);

  /** The name of the request's principal. */
  static CallerIdentity principal() {
    return request ->
        Optional.ofNullable(request.getUserPrincipal())
            .map(Principal::getName)
            .filter(name -> !name.isBlank());
  }
}
