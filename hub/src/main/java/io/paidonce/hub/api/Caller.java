package io.paidonce.hub.api;

import java.util.Set;

/** Who calls the API: the name of a key and what it may do. */
public record Caller(String name, Set<String> scopes) {

  /** The scopes there are. */
  public static final Set<String> SCOPES = Set.of("orders", "usage", "read", "admin");

  public Caller {
    scopes = Set.copyOf(scopes);
  }
}
