package io.paidonce.hub.catalog;

import java.util.Map;
import java.util.Optional;

/** All products by name; immutable. */
public record Catalog(Map<String, Product> products) {

  public Catalog {
    products = Map.copyOf(products);
  }

  /** The product of this name. */
  public Optional<Product> find(String name) {
    return Optional.ofNullable(products.get(name));
  }
}
