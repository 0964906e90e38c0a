package org.petlab.opc.orders;

/** A document came before what it refers to: it is delivered again later. */
public class OrderNotReceivedYetException extends RuntimeException {
  public OrderNotReceivedYetException(String orderId) {
    super("Order %s is not there yet".formatted(orderId));
  }

  public OrderNotReceivedYetException(Order order, String document) {
    super("Order %s is %s: too early for %s".formatted(order.id(), order.state(), document));
  }
}
