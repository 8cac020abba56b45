package io.paidonce.hub.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.paidonce.testkit.Seeds;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The model is itself tested: whoever decides wrongly is found within the short run. */
class ModelFindsTest {

  @ParameterizedTest
  @EnumSource(WrongDeciding.class)
  void whoDecidesWronglyIsFound(WrongDeciding wrong) { // S37, C82, C84
    long seed = Seeds.next("ModelFindsTest." + wrong);
    Optional<Sought<Script>> found =
        Sought.first(Script.any(), seed, ModelTest.SMALL, script -> Rehearsal.play(script, wrong));
    assertThat(found).as("%s is not found", wrong).isPresent();
    Sought<Script> one = found.orElseThrow();
    System.out.printf(
        "%s is found by value %d, made small: %d steps%n",
        wrong, one.number(), one.smallest().steps().size());
  }
}
