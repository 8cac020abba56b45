package io.paidonce.testkit.contract;

import io.paidonce.testkit.contract.specimen.Fault;
import io.paidonce.testkit.contract.specimen.SpecimenFixture;
import org.junit.jupiter.api.Nested;

/** The store in memory keeps the contract. */
class MemoryStoreTest { // C117

  @Nested
  class Claims extends ClaimContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(Fault.NONE);
    }
  }

  @Nested
  class Leases extends LeaseContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(Fault.NONE);
    }
  }

  @Nested
  class Completions extends CompletionContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(Fault.NONE);
    }
  }

  @Nested
  class Races extends RaceContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(Fault.NONE);
    }
  }

  @Nested
  class Outages extends OutageContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(Fault.NONE);
    }
  }
}
