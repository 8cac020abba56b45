package io.paidonce.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.paidonce.testkit.contract.specimen.Fault;
import io.paidonce.testkit.contract.specimen.SpecimenFixture;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The contract refuses each of the wrong stores by the test that is named for its fault. */
class ContractTest {

  private static volatile Fault fault = Fault.NONE;

  static final class Claims extends ClaimContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(fault);
    }
  }

  static final class Leases extends LeaseContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(fault);
    }
  }

  static final class Completions extends CompletionContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(fault);
    }
  }

  static final class Races extends RaceContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(fault);
    }
  }

  static final class Outages extends OutageContract {
    @Override
    protected StoreFixture open() {
      return new SpecimenFixture(fault);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void aWrongStoreFailsTheTestNamedForItsFault(Fault wrong) {
    TestExecutionSummary summary = run(wrong);
    List<String> failed =
        summary.getFailures().stream()
            .map(it -> it.getTestIdentifier().getDisplayName().replace("()", ""))
            .toList();
    System.out.println(wrong + " is noticed by " + failed);
    assertThat(failed).contains(wrong.noticedBy());
    assertThat(summary.getTestsSucceededCount()).isGreaterThan(failed.size());
  }

  private static TestExecutionSummary run(Fault wrong) {
    fault = wrong;
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                selectClass(Claims.class),
                selectClass(Leases.class),
                selectClass(Completions.class),
                selectClass(Races.class),
                selectClass(Outages.class))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    return listener.getSummary();
  }
}
