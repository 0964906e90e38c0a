package org.petlab.supplier.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StockItemTest {
  private final StockItem item = new StockItem("EST-1", 3);

  @Test
  void stockNeverGoesBelowZero() {
    item.take(3);
    assertThat(item.onHand()).isZero();
    assertThatThrownBy(() -> item.take(1)).hasMessage("1 of EST-1 cannot be taken: 0 are on hand");
    assertThat(item.onHand()).isZero();
  }

  @Test
  void whatArrivesIsCountedApart() {
    item.take(2);
    item.restock(10);
    assertThat(item.onHand()).isEqualTo(11);
    assertThat(item.initial() + item.restocked()).isEqualTo(13);
  }

  @Test
  void restockingNothingIsRefused() {
    assertThatThrownBy(() -> item.restock(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCountIsBookedSoThatAllAddsUp() {
    item.take(1);
    item.correct(-2);
    assertThat(item.onHand()).isZero();
    assertThat(item.initial() + item.restocked()).isEqualTo(item.onHand() + 1);
  }

  @Test
  void aCountMayFindNothingOrABillion() {
    item.correct(-3);
    assertThat(item.onHand()).isZero();
    item.correct(1_000_000_000);
    assertThat(item.onHand()).isEqualTo(1_000_000_000);
    assertThatThrownBy(() -> item.correct(1)).hasMessageContaining("EST-1 on hand, not 1000000001");
    assertThat(item.itemId()).isEqualTo("EST-1");
  }

  @Test
  void nothingCanBeCountedBelowZeroOrBeyondAllMeasure() {
    assertThatThrownBy(() -> item.correct(-4)).hasMessageContaining("not -1");
    assertThatThrownBy(() -> item.correct(1_000_000_000)).hasMessageContaining("not 1000000003");
    assertThat(item.onHand()).isEqualTo(3);
  }
}
