package io.paidonce.hub.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Our verdicts beside those of an official or a widely used library, one message after another. */
public final class Comparison {

  /** What we know to differ, where from, and which of the two believes. */
  public interface Known {
    String source();

    boolean weBelieve();
  }

  /** 200 messages by default, all 2,000 when the system property {@code paidonce.long} is true. */
  public static final int COUNT = Boolean.getBoolean("paidonce.long") ? 2_000 : 200;

  private static final String[] TEXTS = {
    "测试商品",
    "A+B",
    "a&b=c 100%",
    "😀 done",
    "",
    " ",
    " \t ",
    "\u3000",
    "\u00a0",
    "€uro",
    "[{\"amount\":\"88.80\",\"fundChannel\":\"ALIPAYACCOUNT\"}]",
    "%7B%22id%22%3A1%7D",
    "0",
    "null",
    "<b>&quot;</b>",
    "é",
    "㐀𠀀",
    "trailing ",
    " leading",
    "line\nbreak",
    "'\"\\/",
    "ÿ",
    "丂丄丅"
  };

  private final String library;
  private final long seed;
  private final Map<String, Integer> differences = new TreeMap<>();
  private int both;
  private int neither;

  public Comparison(String library, long seed) {
    this.library = library;
    this.seed = seed;
  }

  /** A value such as senders send: Chinese, signs of the encoding itself, emoji, blank, empty. */
  public static String text(Random random) {
    String text = TEXTS[random.nextInt(TEXTS.length)];
    return random.nextInt(3) == 0 ? text + TEXTS[random.nextInt(TEXTS.length)] : text;
  }

  /** The same bytes with one of them another. */
  public static byte[] oneByteChanged(byte[] body, Random random) {
    byte[] changed = body.clone();
    int at = random.nextInt(changed.length);
    changed[at] = (byte) (changed[at] ^ (1 + random.nextInt(127)));
    return changed;
  }

  /** The last digit of a sign of 2048 bits, with bits set that no byte holds. */
  public static char strayBit(String sign) {
    return (char) (sign.charAt(sign.length() - 3) + 1);
  }

  /** Whether we take the signature for good, whoever it is addressed to. */
  public static boolean genuine(Verdict verdict) {
    return verdict.fold(genuine -> true, refused -> refused.reason() == Refusal.IDENTITY);
  }

  /** One message; where the two differ, exactly one of the known differences must explain it. */
  public void add(boolean ours, boolean theirs, List<? extends Known> explanations, Object what) {
    if (ours == theirs) {
      both += ours ? 1 : 0;
      neither += ours ? 0 : 1;
      return;
    }
    List<Known> fitting = new ArrayList<>(explanations);
    fitting.removeIf(known -> known.weBelieve() != ours);
    assertThat(fitting)
        .as("%s, seed %s: we %s, they %s: %s", library, seed, ours, theirs, what)
        .isNotEmpty();
    Known first = fitting.get(0);
    differences.merge(first + " (" + first.source() + ")", 1, Integer::sum);
  }

  /** Says what was found, and requires that both answers were really put to the test. */
  public void finish() {
    System.out.printf(
        "%s: seed %d, both believe %d, both refuse %d, known differences %s%n",
        library, seed, both, neither, differences);
    assertThat(both).isGreaterThan(COUNT / 5);
    assertThat(neither).isGreaterThan(COUNT / 5);
  }
}
