package io.paidonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class StateTableTest {

  private enum Light {
    RED,
    GREEN,
    YELLOW
  }

  private final StateTable<Light> lights =
      StateTable.of(Light.class)
          .allow(Light.RED, Light.GREEN)
          .allow(Light.GREEN, Light.YELLOW)
          .beyond(Light.YELLOW, Light.GREEN);

  @Test
  void onlyWhatIsNamedIsAllowed() {
    assertThat(lights.allows(Light.RED, Light.GREEN)).isTrue();
    assertThat(lights.allows(Light.GREEN, Light.RED)).isFalse();
    assertThat(lights.allows(Light.RED, Light.YELLOW)).isFalse();
    assertThat(lights.sources(Light.GREEN)).containsExactly(Light.RED);
    assertThat(lights.sources(Light.RED)).isEmpty();
  }

  @Test
  void stateIsReachedInItselfAndBeyond() {
    assertThat(lights.reachedIn(Light.GREEN, Light.GREEN)).isTrue();
    assertThat(lights.reachedIn(Light.YELLOW, Light.GREEN)).isTrue();
    assertThat(lights.reachedIn(Light.GREEN, Light.YELLOW)).isFalse();
    assertThat(lights.reachedIn(Light.RED, Light.GREEN)).isFalse();
  }

  @Test
  void copyLeavesTheTableAsItWas() {
    var unused = lights.allow(Light.YELLOW, Light.RED);
    assertThat(lights.allows(Light.YELLOW, Light.RED)).isFalse();
  }

  @Test
  void tableThatContradictsItselfIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> lights.allow(Light.RED, Light.RED));
    assertThatIllegalArgumentException().isThrownBy(() -> lights.allow(Light.YELLOW, Light.GREEN));
    assertThatIllegalArgumentException().isThrownBy(() -> lights.beyond(Light.GREEN, Light.YELLOW));
  }
}
