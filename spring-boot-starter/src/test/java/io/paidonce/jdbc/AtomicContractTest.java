package io.paidonce.jdbc;

import org.junit.jupiter.api.Nested;

/**
 * Records in transactions keep the contract on every engine; with the statements for MySQL a claim
 * waits for another, and of those who wait one may be told to begin again.
 */
class AtomicContractTest {

  @Nested
  class OnH2 extends PlaceContract {
    OnH2() {
      super(Place.H2, TablesFixture::atomic);
    }
  }

  @Nested
  class OnH2InItsOwnMode extends PlaceContract {
    OnH2InItsOwnMode() {
      super(Place.H2_REGULAR, TablesFixture::atomic);
    }
  }

  @Nested
  class OnPostgresql extends PlaceContract {
    OnPostgresql() {
      super(Place.POSTGRESQL, TablesFixture::atomic);
    }
  }

  @Nested
  class OnMariaDb extends PlaceContract {
    OnMariaDb() {
      super(Place.MARIADB, TablesFixture::atomic);
    }
  }

  @Nested
  class OnMariaDbThatCountsFoundRows extends PlaceContract {
    OnMariaDbThatCountsFoundRows() {
      super(Place.MARIADB_FOUND_ROWS, TablesFixture::atomic);
    }
  }
}
