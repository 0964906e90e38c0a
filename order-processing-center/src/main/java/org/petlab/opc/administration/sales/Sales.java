package org.petlab.opc.administration.sales;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What was sold: the lines of orders that are approved, on the day on which they were received.
 * Days without a sale have no entry.
 *
 * @param sales ordered by day and category
 * @param totals the same by category alone
 */
public record Sales(
    LocalDate from,
    LocalDate to,
    BigDecimal total,
    long items,
    List<Total> totals,
    List<Sale> sales) {

  /** One category on one day. */
  public record Sale(LocalDate day, String category, long items, BigDecimal amount) {}

  /** One category over all days. */
  public record Total(String category, long items, BigDecimal amount) {}

  static Sales of(LocalDate from, LocalDate to, Collection<Sale> sold) {
    Map<LocalDate, Map<String, Sale>> byDay =
        sold.stream()
            .collect(
                Collectors.groupingBy(
                    Sale::day,
                    TreeMap::new,
                    Collectors.toMap(
                        Sale::category, Function.identity(), Sales::together, TreeMap::new)));
    Map<String, Total> byCategory =
        sold.stream()
            .map(sale -> new Total(sale.category, sale.items, sale.amount))
            .collect(
                Collectors.toMap(
                    Total::category, Function.identity(), Sales::together, TreeMap::new));
    List<Total> totals = List.copyOf(byCategory.values());
    return new Sales(
        from,
        to,
        totals.stream().map(Total::amount).reduce(BigDecimal.ZERO, BigDecimal::add),
        totals.stream().mapToLong(Total::items).sum(),
        totals,
        byDay.values().stream().flatMap(day -> day.values().stream()).toList());
  }

  private static Sale together(Sale one, Sale other) {
    return new Sale(one.day, one.category, one.items + other.items, one.amount.add(other.amount));
  }

  private static Total together(Total one, Total other) {
    return new Total(one.category, one.items + other.items, one.amount.add(other.amount));
  }
}
