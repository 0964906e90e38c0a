package com.sun.enterprise.transaction;

import com.sun.enterprise.transaction.spi.TransactionInternal;
import jakarta.transaction.Transaction;

/**
 * Shows tests what the server has got from the delegate; the server itself shows it to its own
 * package only.
 */
public final class Distributed {
  private Distributed() {}

  public static TransactionInternal of(Transaction transaction) {
    return ((JavaEETransactionImpl) transaction).getJTSTx();
  }
}
