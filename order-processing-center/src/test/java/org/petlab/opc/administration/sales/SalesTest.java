package org.petlab.opc.administration.sales;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.petlab.opc.administration.sales.Sales.Sale;
import org.petlab.opc.administration.sales.Sales.Total;

class SalesTest {
  private static final LocalDate FIRST = LocalDate.of(2026, 11, 20);
  private static final LocalDate SECOND = LocalDate.of(2026, 11, 21);

  @Test
  void itemsOfACategoryAreAddedUpByDay() {
    Sales sales =
        Sales.of(
            FIRST,
            SECOND,
            List.of(
                sale(SECOND, "Fish", 1, "16.50"),
                sale(FIRST, "Fish", 2, "33.00"),
                sale(FIRST, "Dogs", 1, "18.50"),
                sale(FIRST, "Fish", 1, "5.50")));
    assertThat(sales.sales())
        .containsExactly(
            sale(FIRST, "Dogs", 1, "18.50"),
            sale(FIRST, "Fish", 3, "38.50"),
            sale(SECOND, "Fish", 1, "16.50"));
    assertThat(sales.totals())
        .containsExactly(
            new Total("Dogs", 1, new BigDecimal("18.50")),
            new Total("Fish", 4, new BigDecimal("55.00")));
    assertThat(sales.total()).isEqualByComparingTo("73.50");
    assertThat(sales.items()).isEqualTo(5);
  }

  static Sale sale(LocalDate day, String category, long items, String amount) {
    return new Sale(day, category, items, new BigDecimal(amount));
  }
}
