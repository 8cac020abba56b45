package io.paidonce.hub.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.inbox.Claimed;
import io.paidonce.hub.inbox.Outcome;
import io.paidonce.hub.order.Book;
import io.paidonce.reference.Deal;
import io.paidonce.reference.End;
import io.paidonce.reference.Reference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Plays a script in memory, and compares where it ends with the reference. */
final class Rehearsal {

  private static final String ORDER = "O1";
  private static final Instant FIRST = Telling.NOW.minusSeconds(60);

  private final Script script;
  private final World world;
  private final List<Claimed> told = new ArrayList<>();

  private Rehearsal(Script script, World.Deciding deciding) {
    this.script = script;
    this.world = new World(start(script), script.made().policy(), deciding);
  }

  /** The script ends as the reference says, whoever decides. */
  static void play(Script script, World.Deciding deciding) {
    Rehearsal rehearsal = new Rehearsal(script, deciding);
    List<Script.Batch> batches = script.batches(ORDER);
    batches.forEach(rehearsal::tell);
    rehearsal.settle();
    assertThat(rehearsal.seen())
        .as("%s", batches)
        .isIn(
            Reference.ends(
                script.made().deal(ORDER), batches.stream().map(Script.Batch::facts).toList()));
    rehearsal.allOfItAgainChangesNothing();
  }

  static Book start(Script script) {
    Deal deal = script.made().deal(ORDER);
    var merchant = script.made().alipay() ? Telling.ALIPAY : Telling.WECHAT;
    Book book =
        switch (deal.goods()) {
          case UNITS -> Orderly.paying(merchant, "token", deal.granted(), null);
          case SUBSCRIPTION -> Orderly.subscription(merchant);
          case PLAIN -> Orderly.plain(merchant);
        };
    return deal.attempts().size() == 1 ? book : Orderly.withAttempt(book, Script.second(ORDER));
  }

  private void tell(Script.Batch batch) {
    List<Claimed> claimed = new ArrayList<>();
    for (Script.Told one : batch.told()) {
      Telling telling = Provider.tell(script.made().alipay(), one);
      claimed.add(telling.receivedAt(FIRST.plusMillis(told.size() + claimed.size())).claimed());
    }
    told.addAll(claimed);
    if (batch.again()) {
      claimed.addAll(world.takeParked());
    }
    decide(claimed);
  }

  private void decide(List<Claimed> claimed) {
    Book before = world.book;
    world.tell(claimed);
    Seen.nothingMovedBack(before, world.book);
  }

  private void settle() {
    Book before = world.book;
    world.untilStable();
    Seen.nothingMovedBack(before, world.book);
  }

  private End seen() {
    Map<String, Long> cases = new TreeMap<>();
    for (NewCase one : world.cases) {
      cases.merge(one.kind().name(), 1L, Long::sum);
    }
    return Seen.of(world.book, world.grants(), world.ledger, cases);
  }

  private void allOfItAgainChangesNothing() {
    world.takeParked();
    Decision again = world.tell(told);
    var change = Objects.requireNonNull(again.change());
    assertThat(change.after()).as("told again").isEqualTo(change.before());
    assertThat(again.postings()).isEmpty();
    assertThat(again.messages()).isEmpty();
    assertThat(again.newGrants()).isEmpty();
    assertThat(again.changedGrants()).isEmpty();
    assertThat(again.settlements()).noneMatch(s -> s.outcome() == Outcome.APPLIED);
  }
}
