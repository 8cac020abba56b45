package io.paidonce.jdbc;

import io.paidonce.testkit.contract.ClaimContract;
import io.paidonce.testkit.contract.CompletionContract;
import io.paidonce.testkit.contract.LeaseContract;
import io.paidonce.testkit.contract.RaceContract;
import io.paidonce.testkit.contract.StoreFixture;
import java.util.function.Function;
import org.junit.jupiter.api.Nested;

/** The contract of every store, for one kind of store in one place. */
abstract class PlaceContract {

  private final Place place;
  private final Function<Place, StoreFixture> fixture;

  PlaceContract(Place place, Function<Place, StoreFixture> fixture) {
    this.place = place;
    this.fixture = fixture;
  }

  @Nested
  class Claims extends ClaimContract {
    @Override
    protected StoreFixture open() {
      return fixture.apply(place);
    }
  }

  @Nested
  class Leases extends LeaseContract {
    @Override
    protected StoreFixture open() {
      return fixture.apply(place);
    }
  }

  @Nested
  class Completions extends CompletionContract {
    @Override
    protected StoreFixture open() {
      return fixture.apply(place);
    }
  }

  @Nested
  class Races extends RaceContract {
    @Override
    protected StoreFixture open() {
      return fixture.apply(place);
    }
  }
}
