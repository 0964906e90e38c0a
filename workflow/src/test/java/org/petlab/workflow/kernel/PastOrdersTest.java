package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PastOrdersTest {

  @ParameterizedTest
  @ValueSource(strings = {"H0000001", "H9", "H1-A", "H1\n"})
  void anHAndADigitBeginAnIdThatIsKeptForPastOrders(String id) {
    assertThat(PastOrders.isPastOrder(id)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"10001", "F-1001", "F-H0000001", "H", "HA1", "h0000001", ""})
  void anyOtherIdIsNot(String id) {
    assertThat(PastOrders.isPastOrder(id)).isFalse();
  }
}
