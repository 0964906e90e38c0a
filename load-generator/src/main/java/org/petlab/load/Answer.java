package org.petlab.load;

/**
 * What a customer was told of an order.
 *
 * @param kind {@code confirmed}, {@code unsettled} or {@code refused}
 * @param orderId empty where none was named
 */
public record Answer(String kind, String orderId) {}
