package org.petlab.opc.administration.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.petlab.opc.orders.OrderState;

/**
 * A page of the list of orders, newest first.
 *
 * @param next where the next page begins; null when this is the last
 * @param incomplete whether so many orders begin with the text that not all were looked at
 */
public record OrderList(List<Entry> orders, String next, boolean incomplete) {

  /** One order, as the list shows it. */
  public record Entry(
      String id,
      OrderState state,
      boolean awaitingApproval,
      String customer,
      String email,
      BigDecimal total,
      Instant receivedAt) {}
}
