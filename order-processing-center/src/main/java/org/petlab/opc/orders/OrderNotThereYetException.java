package org.petlab.opc.orders;

/** A document came before what it refers to: it is delivered again later. */
public class OrderNotThereYetException extends RuntimeException {
  public OrderNotThereYetException(String orderId) {
    super("Order %s is not there yet".formatted(orderId));
  }

  public OrderNotThereYetException(Order order, String document) {
    super("Order %s is %s: too early for %s".formatted(order.id(), order.state(), document));
  }
}
