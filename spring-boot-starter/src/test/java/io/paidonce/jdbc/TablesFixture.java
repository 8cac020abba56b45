package io.paidonce.jdbc;

import io.paidonce.IdempotencyStore;
import io.paidonce.testkit.contract.StoreFixture;
import java.time.Duration;
import java.util.function.Function;

/** A store in one place, for the contract. */
final class TablesFixture implements StoreFixture {

  private static final int POOL = 10;

  private final Tables tables;
  private final Function<Tables, IdempotencyStore> node;
  private final IdempotencyStore store;

  private TablesFixture(Tables tables, Function<Tables, IdempotencyStore> node) {
    this.tables = tables;
    this.node = node;
    this.store = node.apply(tables);
  }

  static StoreFixture leasing(Place place) {
    return new TablesFixture(place.open(POOL), Tables::leasing);
  }

  static StoreFixture atomic(Place place) {
    return new TablesFixture(
        place.open(POOL), it -> new InTransactions(it.atomic(), it.transactions()));
  }

  @Override
  public IdempotencyStore store() {
    return store;
  }

  /** No clock of a client is ever asked, so a node whose clock is wrong is like any other. */
  @Override
  public IdempotencyStore otherNode(Duration skew) {
    return node.apply(tables);
  }

  @Override
  public void age(Duration duration) {
    tables.age(duration);
  }

  @Override
  public void close() {
    tables.close();
  }
}
