package io.paidonce.hub.provider;

import io.paidonce.hub.model.Event;
import java.util.List;
import java.util.Map;

/** Looks into findings, and makes replies. */
public final class Findings {

  private Findings() {}

  public static Reply reply(int status, String body) {
    return new Reply(
        status, Map.of(), body.getBytes(java.nio.charset.StandardCharsets.UTF_8), Verdicts.NOW);
  }

  public static Asker asker(Map<String, ?> settings) {
    return Verdicts.open(settings).asker().orElseThrow();
  }

  public static List<Event> facts(Finding finding) {
    if (finding instanceof Finding.Facts facts) {
      return facts.events();
    }
    throw new AssertionError("no facts: " + finding);
  }

  /** The only fact found. */
  public static Event fact(Finding finding) {
    List<Event> facts = facts(finding);
    if (facts.size() != 1) {
      throw new AssertionError(facts.size() + " facts");
    }
    return facts.get(0);
  }

  /** What kind of finding it is, and its word: {@code NotYet NOTPAY}. */
  public static String word(Finding finding) {
    return finding.fold(
        facts -> "Facts " + facts.events().get(0).status(),
        notYet -> "NotYet " + notYet.status(),
        refused -> "Refused " + refused.code(),
        unclear -> "Unclear");
  }
}
