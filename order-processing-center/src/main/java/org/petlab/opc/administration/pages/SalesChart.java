package org.petlab.opc.administration.pages;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.petlab.opc.administration.sales.Sales;
import org.petlab.opc.administration.sales.Sales.Sale;
import org.petlab.opc.administration.sales.Sales.Total;

/**
 * The sales as stacked bars, one a day: where each rectangle lies in a drawing of {@link #WIDTH} by
 * {@link #HEIGHT}. Colours are classes, {@code series-1} and so on, which the style sheet knows.
 */
public record SalesChart(
    List<Bar> bars, List<Label> amounts, List<Label> days, List<LegendKey> keys) {
  static final int WIDTH = 800;
  static final int HEIGHT = 280;
  private static final int LEFT = 80;
  private static final int TOP = 12;
  private static final int BOTTOM = 30;
  private static final int LINES = 4;
  private static final int DATES = 6;
  private static final int COLOURS = 8;

  /** A category on a day. */
  public record Bar(
      BigDecimal x,
      BigDecimal y,
      BigDecimal width,
      BigDecimal height,
      String series,
      String title) {}

  /** A text at an axis, and the place along that axis. */
  public record Label(BigDecimal at, String text) {}

  /** Which colour means which category. */
  public record LegendKey(String series, String category) {}

  static SalesChart of(Sales sales) {
    Map<String, String> series = new HashMap<>();
    List<LegendKey> keys = new ArrayList<>();
    for (Total total : sales.totals()) {
      String name = "series-" + (keys.size() % COLOURS + 1);
      series.put(total.category(), name);
      keys.add(new LegendKey(name, total.category()));
    }
    double highest = roundedUp(highestDay(sales));
    return new SalesChart(bars(sales, series, highest), amounts(highest), days(sales), keys);
  }

  private static List<Bar> bars(Sales sales, Map<String, String> series, double highest) {
    double step = step(sales);
    Map<LocalDate, Double> stacked = new HashMap<>();
    List<Bar> bars = new ArrayList<>();
    for (Sale sale : sales.sales()) {
      double height = sale.amount().doubleValue() / highest * plotHeight();
      double below = stacked.merge(sale.day(), height, Double::sum) - height;
      bars.add(
          new Bar(
              rounded(LEFT + index(sales, sale.day()) * step + step * 0.1),
              rounded(TOP + plotHeight() - below - height),
              rounded(step * 0.8),
              rounded(height),
              series.get(sale.category()),
              "%s, %s: $%s".formatted(sale.day(), sale.category(), sale.amount())));
    }
    return bars;
  }

  private static double highestDay(Sales sales) {
    Map<LocalDate, Double> byDay = new HashMap<>();
    sales
        .sales()
        .forEach(sale -> byDay.merge(sale.day(), sale.amount().doubleValue(), Double::sum));
    return byDay.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
  }

  /** The next of 1, 2, 4, 5 times a power of ten, so that the lines stand at plain figures. */
  static double roundedUp(double amount) {
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(amount, 1))));
    for (double factor : new double[] {1, 2, 4, 5}) {
      if (amount <= factor * power) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static List<Label> amounts(double highest) {
    List<Label> labels = new ArrayList<>();
    for (int line = 0; line <= LINES; line++) {
      double part = (double) line / LINES;
      labels.add(
          new Label(
              rounded(TOP + plotHeight() * (1 - part)),
              "$" + BigDecimal.valueOf(highest * part).stripTrailingZeros().toPlainString()));
    }
    return labels;
  }

  private static List<Label> days(Sales sales) {
    int all = dayCount(sales);
    int every = Math.max(1, (int) Math.ceil((double) all / DATES));
    List<Label> labels = new ArrayList<>();
    for (int day = 0; day < all; day += every) {
      labels.add(
          new Label(
              rounded(LEFT + (day + 0.5) * step(sales)), sales.from().plusDays(day).toString()));
    }
    return labels;
  }

  private static double plotHeight() {
    return HEIGHT - TOP - BOTTOM;
  }

  private static double step(Sales sales) {
    return (double) (WIDTH - LEFT - TOP) / dayCount(sales);
  }

  private static int dayCount(Sales sales) {
    return index(sales, sales.to()) + 1;
  }

  private static int index(Sales sales, LocalDate day) {
    return (int) ChronoUnit.DAYS.between(sales.from(), day);
  }

  private static BigDecimal rounded(double length) {
    return BigDecimal.valueOf(length).setScale(1, RoundingMode.HALF_UP);
  }
}
