package org.petlab.storefront.status;

import java.util.List;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;

/** One page of a customer's orders, latest first; pages count from 1. */
public record OrderHistory(List<PastOrder> orders, int page, int pages, long total) {
  static final int PER_PAGE = 10;

  /** An order as the list shows it. */
  public record PastOrder(PlacedOrder order, Moment placed, int animals, OrderStatus state) {
    static PastOrder of(PlacedOrder order, OrderStatus state) {
      return new PastOrder(order, new Moment(order.receivedNanos()), animals(order.lines()), state);
    }

    // The books' short form, such as EST-1:2;EST-4:1.
    private static int animals(String lines) {
      int animals = 0;
      for (String line : lines.split(";")) {
        animals += line.isEmpty() ? 0 : Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      }
      return animals;
    }
  }

  static int pages(long total) {
    return (int) Math.max(1, (total + PER_PAGE - 1) / PER_PAGE);
  }

  static OrderHistory of(List<PlacedOrder> orders, OrderStates states, int page, long total) {
    List<PastOrder> shown =
        orders.stream().map(order -> PastOrder.of(order, states.of(order.orderId()))).toList();
    return new OrderHistory(shown, page, pages(total), total);
  }
}
