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

  @Test
  void aDelayIsAtAKnownPlace() {
    assertThatCode(
            () -> {
              FaultPlaceValidator.checkDelays("none");
              FaultPlaceValidator.checkDelays("received@approving 0.8 ms");
              FaultPlaceValidator.checkDelays("drawn:7:none,sent@invoice 1 ms");
            })
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> FaultPlaceValidator.checkDelays("drawn:7:sent@invoice 1 ms,sent@supplying 1 ms"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'supplying' is no place of sent");
  }
}
