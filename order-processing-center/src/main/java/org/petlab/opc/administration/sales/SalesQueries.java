package org.petlab.opc.administration.sales;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.petlab.opc.administration.Dates;
import org.petlab.opc.administration.sales.Sales.Sale;
import org.petlab.pages.HttpProblem;

/** Adds up what was sold, by category and day. */
@ApplicationScoped
public class SalesQueries {
  private static final int MAX_DAYS = 366;
  private static final int USUAL_DAYS = 30;

  private static final String UNKNOWN = "Unknown";

  // The day is counted from the epoch. Whole numbers are divided without a rest in PostgreSQL.
  private static final String SOLD =
      """
      select floor(o.received_ns / 86400000000000), c.category,
             sum(l.quantity), sum(l.quantity * l.unit_price)
      from purchase_order o join order_line l on l.order_id = o.order_id
        left join item_category c on c.item_id = l.item_id
      where o.received_ns >= ? and o.received_ns < ?
        and o.state in ('APPROVED', 'SHIPPED_PART', 'COMPLETED')
      group by floor(o.received_ns / 86400000000000), c.category\
      """;

  @Resource(lookup = "jdbc/opc")
  private DataSource database;

  @Inject private ItemCategories categories;

  /** What was sold on these days, both included; the last thirty when nothing is said. */
  public Sales between(LocalDate from, LocalDate to) {
    LocalDate last = to == null ? Dates.today() : to;
    LocalDate first = from == null ? last.minusDays(USUAL_DAYS - 1L) : from;
    long days = ChronoUnit.DAYS.between(first, last) + 1;
    if (days < 1 || days > MAX_DAYS) {
      throw HttpProblem.badRequest(
          "Expected a range of 1 to %d days, got %s to %s.".formatted(MAX_DAYS, first, last));
    }
    return Sales.of(first, last, sold(first, last));
  }

  private List<Sale> sold(LocalDate first, LocalDate last) {
    List<Sale> sales = read(first, last);
    boolean isAllKnown = sales.stream().noneMatch(sale -> sale.category().equals(UNKNOWN));
    return !isAllKnown && categories.learn() ? read(first, last) : sales;
  }

  private List<Sale> read(LocalDate first, LocalDate last) {
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(SOLD)) {
      select.setLong(1, Dates.beginNs(first));
      select.setLong(2, Dates.beginNs(last.plusDays(1)));
      try (ResultSet row = select.executeQuery()) {
        List<Sale> sales = new ArrayList<>();
        while (row.next()) {
          String category = row.getString(2);
          sales.add(
              new Sale(
                  LocalDate.ofEpochDay(row.getLong(1)),
                  category == null ? UNKNOWN : category,
                  row.getLong(3),
                  row.getBigDecimal(4)));
        }
        return sales;
      }
    } catch (SQLException e) {
      throw new IllegalStateException("Could not add up the sales: " + e.getMessage(), e);
    }
  }
}
