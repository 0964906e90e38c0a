package org.petlab.workflow.management;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultPlaceValidatorTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "received@supplying:halt",
        "sent@supplier-order:throw:each-20",
        "worked:halt",
        "log-written:halt:3",
        "nonsense"
      })
  void aKnownPlaceIsValidAndSoIsNone(String spec) {
    assertThatCode(() -> FaultPlaceValidator.check(spec)).doesNotThrowAnyException();
  }

  @Test
  void aStepIsNoPlaceOfASend() {
    assertThatThrownBy(() -> FaultPlaceValidator.check("sent@supplying:halt"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no place of sent")
        .hasMessageContaining("supplier-order");
  }

  @Test
  void aTransitionIsNoPlaceOfReceiving() {
    assertThatThrownBy(() -> FaultPlaceValidator.check("received@invoice:halt"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("receiving, approving, supplying");
  }
}
