package org.petlab.supplier.stock;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StockVersionTest {
  private final StockItem item = new StockItem("EST-1", 30);
  private StockVersion seen;

  @BeforeEach
  void openThePage() {
    seen = new StockVersion(item.onHand(), item.restocked());
  }

  @Test
  void shippingMeanwhileDisturbsNobody() {
    item.take(5);
    assertThatCode(() -> seen.checkUnchanged(item)).doesNotThrowAnyException();
  }

  @Test
  void whatWasRestockedOrCountedMeanwhileRefusesTheForm() {
    item.restock(1);
    assertThatThrownBy(() -> seen.checkUnchanged(item))
        .hasMessageContaining("Nothing was changed")
        .hasMessageContaining("There are 31 on hand now");
  }
}
