package org.petlab.storefront.checkout;

import jakarta.transaction.RollbackException;
import org.petlab.workflow.kernel.transactions.RolledBackException;

/**
 * One try to place an order. When it fails this says whether its document may have left the shop
 * all the same.
 */
final class CheckoutAttempt {
  private enum SendState {
    NOT_BEGUN,
    WITHIN_TRANSACTION,
    OUTSIDE_TRANSACTION
  }

  private final boolean isFirst;
  private String orderId;
  private SendState send = SendState.NOT_BEGUN;
  private boolean isWorkDone;
  private boolean isBookedBefore;

  private CheckoutAttempt(String orderId) {
    this.isFirst = orderId == null;
    this.orderId = orderId;
  }

  static CheckoutAttempt first() {
    return new CheckoutAttempt(null);
  }

  /**
   * Another try of an order that failed before. It keeps its number, so that nothing comes twice.
   */
  static CheckoutAttempt again(String orderId) {
    return new CheckoutAttempt(orderId);
  }

  boolean isFirst() {
    return isFirst;
  }

  /** The order's number; null when none was drawn. */
  String orderId() {
    return orderId;
  }

  void recordOrderId(String drawn) {
    orderId = drawn;
  }

  /** An earlier try has booked it after all. */
  void recordBookedBefore() {
    isBookedBefore = true;
  }

  boolean isBookedBefore() {
    return isBookedBefore;
  }

  void recordSend() {
    send = SendState.WITHIN_TRANSACTION;
  }

  /** By a delegate that does not roll back with the transaction. */
  void recordSendOutside() {
    send = SendState.OUTSIDE_TRANSACTION;
  }

  /** From here on only the commit can fail. */
  void recordWorkDone() {
    isWorkDone = true;
  }

  boolean isSentOutside() {
    return send == SendState.OUTSIDE_TRANSACTION;
  }

  /** Whether it is certain that nothing has left the shop, now that it failed so. */
  boolean isCertainlyUnsent(Throwable failure) {
    return switch (send) {
      case NOT_BEGUN -> true;
      case OUTSIDE_TRANSACTION -> false;
      // What fails before the commit rolls back unprepared. A commit of two resources that ends in
      // a rollback has failed at a prepare; any other end of it is no certain one.
      case WITHIN_TRANSACTION -> !isWorkDone || isRollback(failure);
    };
  }

  private static boolean isRollback(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RollbackException || cause instanceof RolledBackException) {
        return true;
      }
    }
    return false;
  }
}
