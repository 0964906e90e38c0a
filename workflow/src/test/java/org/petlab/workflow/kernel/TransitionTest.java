package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransitionTest {
  @ParameterizedTest
  @EnumSource
  void itIsFoundByWhatItIsCalled(Transition transition) {
    assertThat(Transition.named(transition.toString())).isSameAs(transition);
  }

  @Test
  void anyOtherNameIsRefused() {
    assertThatThrownBy(() -> Transition.named("by-pigeon"))
        .hasMessage("No transition is called by-pigeon");
  }
}
