package org.petlab.supplier.orders;

import java.util.Locale;

/** How far a supplier order has come. */
public enum SupplierOrderState {
  /** Something of it is out of stock. */
  WAITING,
  /** All of it has left the warehouse. */
  SHIPPED;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
