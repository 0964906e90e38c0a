package org.petlab.workflow.messaging.transports;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * Whether the transaction of the thread has sent something by a delegate that is outside of it:
 * that stays sent when it rolls back.
 */
@ApplicationScoped
public class NontransactedSends {
  private static final Object MARK = new Object();

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /** Call it before the delegate: a send that fails may have happened. */
  void recordSend() {
    if (transaction.getTransactionStatus() != Status.STATUS_NO_TRANSACTION) {
      transaction.putResource(MARK, Boolean.TRUE);
    }
  }

  /** Call it within the transaction. */
  public boolean hasSent() {
    return transaction.getTransactionStatus() != Status.STATUS_NO_TRANSACTION
        && transaction.getResource(MARK) != null;
  }
}
