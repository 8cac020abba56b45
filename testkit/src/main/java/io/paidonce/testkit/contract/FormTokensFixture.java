package io.paidonce.testkit.contract;

import io.paidonce.FormTokens;
import java.time.Duration;

/** Form tokens under test, and what the suite does to them. */
public interface FormTokensFixture extends AutoCloseable {

  /** The tokens. */
  FormTokens tokens();

  /** Another instance on the same data, as on another machine. */
  FormTokens otherNode();

  /** Makes everything that is stored this much older. */
  void age(Duration duration);

  /** All that is stored, as text, wherever a token could be read off it. */
  String stored();

  @Override
  void close();
}
