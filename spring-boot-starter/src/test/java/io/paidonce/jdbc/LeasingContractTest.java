package io.paidonce.jdbc;

import org.junit.jupiter.api.Nested;

/** Leases keep the contract on every engine. */
class LeasingContractTest {

  @Nested
  class OnH2 extends PlaceContract {
    OnH2() {
      super(Place.H2, TablesFixture::leasing);
    }
  }

  @Nested
  class OnH2InItsOwnMode extends PlaceContract {
    OnH2InItsOwnMode() {
      super(Place.H2_REGULAR, TablesFixture::leasing);
    }
  }

  @Nested
  class OnPostgresql extends PlaceContract {
    OnPostgresql() {
      super(Place.POSTGRESQL, TablesFixture::leasing);
    }
  }

  @Nested
  class OnMariaDb extends PlaceContract {
    OnMariaDb() {
      super(Place.MARIADB, TablesFixture::leasing);
    }
  }

  @Nested
  class OnMariaDbThatCountsFoundRows extends PlaceContract {
    OnMariaDbThatCountsFoundRows() {
      super(Place.MARIADB_FOUND_ROWS, TablesFixture::leasing);
    }
  }

  @Nested
  class WithTheStatementsForMySql extends PlaceContract {
    WithTheStatementsForMySql() {
      super(Place.MYSQL_STATEMENTS, TablesFixture::leasing);
    }
  }
}
