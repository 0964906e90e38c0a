package org.petlab.storefront.status;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderStatusTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          PENDING      | We have your order and are checking it.
          APPROVED     | Your order is approved; the supplier is looking for your animals.
          SHIPPED_PART | A part of your order is on its way; the rest will follow.
          COMPLETED    | Your order is complete: everything is on its way.
          DENIED       | Your order was refused. You are told the reason by mail.
          ON_ITS_WAY   | Your order is on its way to our order processing center.
          UNKNOWN      | The status of your order is not available right now. Please check again later.
          """)
  void eachStatusHasItsSentence(OrderStatus status, String sentence) {
    assertThat(status.getSentence()).isEqualTo(sentence);
  }

  @Test
  void aNameThatNobodyKnowsIsUnknown() {
    assertThat(OrderStatus.named("LOST")).isEqualTo(OrderStatus.UNKNOWN);
  }
}
