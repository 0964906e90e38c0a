package org.petlab.workflow.kernel.transactions;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Whether the thread's transaction can still commit. */
@ApplicationScoped
public class CommitGuard {
  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /**
   * A transaction that may only be rolled back accepts no further work: a resource that could not
   * be enlisted would do it outside.
   *
   * @throws RolledBackException when what is done now could not be committed
   */
  public void checkCanCommit() {
    int status = transaction.getTransactionStatus();
    if (status != Status.STATUS_ACTIVE && status != Status.STATUS_NO_TRANSACTION) {
      throw new RolledBackException(status);
    }
  }
}
