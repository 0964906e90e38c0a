package org.petlab.storefront.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.storefront.catalog.Catalog;
import org.petlab.storefront.catalog.CatalogSeed;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;

class OrderHistoryTest {

  @Test
  void anOrderIsShownWithItsAnimals() {
    PlacedOrder order =
        new PlacedOrder("10001", "customer1", 0, new BigDecimal("51.50"), "EST-1:2;EST-4:1");
    OrderHistory history = OrderHistory.of(List.of(order), OrderStates.UNKNOWN, 1, 1);
    assertThat(history.orders().getFirst().animals()).isEqualTo(3);
    assertThat(history.orders().getFirst().placed().iso()).isEqualTo("1970-01-01T00:00:00Z");
  }

  @Test
  void eachOrderStandsWhereTheOrderProcessingCenterSaysAndElseIsOnItsWayThere() {
    OrderStates states = OrderStates.read("{\"10001\": \"SHIPPED_PART\", \"10002\": \"EATEN\"}");
    assertThat(states.of("10001")).isEqualTo(OrderStatus.SHIPPED_PART);
    assertThat(states.of("10002")).isEqualTo(OrderStatus.UNKNOWN);
    assertThat(states.of("10003")).isEqualTo(OrderStatus.ON_ITS_WAY);
    assertThat(OrderStates.UNKNOWN.of("10001")).isEqualTo(OrderStatus.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"10001\": 1}", "There is no such order"})
  void whatIsNoAnswerIsRefused(String json) {
    assertThatIllegalArgumentException().isThrownBy(() -> OrderStates.read(json));
  }

  @ParameterizedTest
  @CsvSource({"0,1", "1,1", "10,1", "11,2", "1000000,100000"})
  void aPageHoldsTenOrders(long total, int pages) {
    assertThat(OrderHistory.pages(total)).isEqualTo(pages);
  }

  @Test
  void linesHaveTheNamesOfTheCatalogue() {
    Catalog catalog = CatalogSeed.at(1);
    assertThat(OrderedLine.of("EST-1:2;EST-999:1", catalog))
        .containsExactly(
            new OrderedLine("EST-1", "Large angelfish", "FI-SW-01", 2),
            new OrderedLine("EST-999", "EST-999", "", 1));
    assertThat(OrderedLine.of("", catalog)).isEmpty();
  }
}
