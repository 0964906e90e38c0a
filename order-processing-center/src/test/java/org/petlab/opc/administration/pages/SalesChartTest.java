package org.petlab.opc.administration.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.petlab.opc.administration.pages.SalesChart.Bar;
import org.petlab.opc.administration.sales.Sales;
import org.petlab.opc.administration.sales.Sales.Sale;
import org.petlab.opc.administration.sales.Sales.Total;

class SalesChartTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 21);

  @Test
  void categoriesOfADayStandOnEachOther() {
    SalesChart chart = SalesChart.of(sales(DAY, "60", "40"));
    Bar lower = chart.bars().get(0);
    Bar upper = chart.bars().get(1);
    assertThat(upper.y().add(upper.height())).isEqualByComparingTo(lower.y());
    assertThat(upper.x()).isEqualTo(lower.x());
    // 100 is the highest line, so that both together are as high as the plot.
    assertThat(upper.y()).isEqualByComparingTo("12.0");
    assertThat(lower.title()).isEqualTo("2026-11-21, Dogs: $60");
    assertThat(chart.keys())
        .extracting(SalesChart.LegendKey::series)
        .containsExactly("series-1", "series-2");
  }

  @Test
  void nothingLeavesTheDrawingWhateverTheRange() {
    SalesChart chart = SalesChart.of(sales(DAY.minusDays(365), "123456.78", "0.01"));
    assertThat(chart.bars())
        .allSatisfy(
            bar -> {
              assertThat(bar.x().add(bar.width()).doubleValue()).isLessThanOrEqualTo(800);
              assertThat(bar.y().doubleValue()).isGreaterThanOrEqualTo(0);
            });
    assertThat(chart.days()).hasSizeLessThanOrEqualTo(7);
  }

  @Test
  void withoutASaleThereIsNoBar() {
    Sales none = new Sales(DAY, DAY, BigDecimal.ZERO, 0, List.of(), List.of());
    assertThat(SalesChart.of(none).bars()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1", "1, 1", "1.01, 2", "37, 40", "51, 100", "4001, 5000"})
  void theAxisEndsAtAPlainFigure(double amount, double end) {
    assertThat(SalesChart.roundedUp(amount)).isEqualTo(end);
  }

  private static Sales sales(LocalDate from, String dogs, String fish) {
    return new Sales(
        from,
        DAY,
        new BigDecimal(dogs).add(new BigDecimal(fish)),
        2,
        List.of(
            new Total("Dogs", 1, new BigDecimal(dogs)), new Total("Fish", 1, new BigDecimal(fish))),
        List.of(
            new Sale(DAY, "Dogs", 1, new BigDecimal(dogs)),
            new Sale(DAY, "Fish", 1, new BigDecimal(fish))));
  }
}
