package org.petlab.workflow.kernel;

import java.util.regex.Pattern;

/**
 * The orders that the data generator has written: what the store did before anybody looked. Pages
 * show them; the lab neither forgets, counts nor audits them. They are known by their ids, an H and
 * a number; ids of documents and shipments begin with that of their order.
 */
public final class PastOrders {
  private static final Pattern ID = Pattern.compile("H[0-9].*", Pattern.DOTALL);

  private PastOrders() {}

  /**
   * Whether an id is kept for past orders: whoever submits an order with it would have it neither
   * counted nor audited.
   */
  public static boolean isPastOrder(String orderId) {
    return ID.matcher(orderId).matches();
  }

  /**
   * The condition that a row is of no past order, for SQL and JPQL alike.
   *
   * @param id the name of a column that begins with the id of an order. It should be one with an
   *     index: then it takes two short ranges of it, however long the past was.
   */
  public static String exclusionSql(String id) {
    // Digits come before letters in every collation; what lies between them does not.
    return "(%s < 'H0' or %s >= 'HA')".formatted(id, id);
  }
}
