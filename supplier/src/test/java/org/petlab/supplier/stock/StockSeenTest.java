package org.petlab.supplier.stock;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StockSeenTest {
  private final StockItem item = new StockItem("EST-1", 30);
  private StockSeen seen;

  @BeforeEach
  void openThePage() {
    seen = new StockSeen(item.onHand(), item.restocked());
  }

  @Test
  void shippingMeanwhileDisturbsNobody() {
    item.take(5);
    assertThatCode(() -> seen.demandThatNobodyWasFaster(item)).doesNotThrowAnyException();
  }

  @Test
  void whatWasRestockedOrCountedMeanwhileRefusesTheForm() {
    item.restock(1);
    assertThatThrownBy(() -> seen.demandThatNobodyWasFaster(item))
        .hasMessageContaining("Nothing was changed")
        .hasMessageContaining("There are 31 on hand now");
  }
}
