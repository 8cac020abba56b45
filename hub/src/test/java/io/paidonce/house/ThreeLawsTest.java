package io.paidonce.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import io.paidonce.hub.entitlement.Deductions;
import io.paidonce.hub.entitlement.EntitlementRepository;
import io.paidonce.hub.inbox.InboxRepository;
import io.paidonce.hub.order.OrderRepository;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The laws by which money changes, read off the compiled classes. */
class ThreeLawsTest {

  private static final String PIPELINE = "io.paidonce.hub.pipeline";
  private static final JavaClasses HUB = House.shipped("io.paidonce.hub");

  /** Packages that call a method of this name, other than the class itself. */
  private static Set<String> callers(Class<?> type, String method) {
    Set<String> callers = new TreeSet<>();
    for (JavaMethodCall call : HUB.get(type).getMethodCallsToSelf()) {
      if (call.getTarget().getName().equals(method)
          && !call.getOriginOwner().getName().startsWith(type.getName())) {
        callers.add(call.getOriginOwner().getPackageName());
      }
    }
    return callers;
  }

  /** Classes that call a method of this name, other than the class itself. */
  private static Set<String> callingClasses(Class<?> type, String method) {
    Set<String> callers = new TreeSet<>();
    for (JavaMethodCall call : HUB.get(type).getMethodCallsToSelf()) {
      if (call.getTarget().getName().equals(method)
          && !call.getOriginOwner().getName().startsWith(type.getName())) {
        callers.add(call.getOriginOwner().getName());
      }
    }
    return callers;
  }

  @Test
  void onlyThePipelineMovesMoney() { // R3.4
    assertThat(callers(EntitlementRepository.class, "post")).containsExactly(PIPELINE);
  }

  /** The one command beside the pipeline: it takes what there is, and gives nothing. */
  @Test
  void onlyTheDeductionOfUsageSpends() { // R4.6
    assertThat(callingClasses(EntitlementRepository.class, "spend"))
        .containsExactly(Deductions.class.getName());
    assertThat(callers(Deductions.class, "deduct")).containsExactly("io.paidonce.hub.api");
  }

  @Test
  void onlyThePipelineChangesOrders() { // R3.3
    assertThat(callers(OrderRepository.class, "write")).containsExactly(PIPELINE);
  }

  @Test
  void onlyTheInboxLetsNewsIn() { // R2.4
    assertThat(callers(InboxRepository.class, "insert")).containsExactly("io.paidonce.hub.inbox");
  }

  @Test
  void tablesOfOneRoomAreWrittenByThatRoom() { // R3.4
    assertThat(Statements.writersOf("ledger_entry", "account", "entitlement", "usage_record"))
        .containsExactly("entitlement");
    assertThat(Statements.writersOf("orders", "attempt", "receipt", "refund"))
        .containsExactly("order");
    assertThat(Statements.writersOf("notification", "notification_body", "delivery_count"))
        .containsExactly("inbox");
    assertThat(Statements.writersOf("message")).containsExactly("outbox");
    assertThat(Statements.writersOf("problem_case")).containsExactly("cases");
  }
}
