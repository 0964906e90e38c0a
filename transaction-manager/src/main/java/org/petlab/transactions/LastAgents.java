package org.petlab.transactions;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.api.JavaEETransaction;
import com.sun.enterprise.transaction.config.TransactionService;
import com.sun.enterprise.transaction.spi.TransactionalResource;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import org.glassfish.api.admin.ServerEnvironment;
import org.glassfish.hk2.api.ServiceLocator;

/**
 * Lets one resource without XA take part in an XA transaction: it commits in one phase when all
 * others have prepared. The server's setting {@code use-last-agent-optimization} forbids it.
 */
final class LastAgents {
  private volatile boolean allowed = true;

  void readSetting(ServiceLocator services) {
    TransactionService service =
        services.getService(TransactionService.class, ServerEnvironment.DEFAULT_INSTANCE_NAME);
    allowed =
        service == null || !"false".equals(service.getPropertyValue("use-last-agent-optimization"));
  }

  boolean areAllowed() {
    return allowed;
  }

  void allow(boolean wanted) {
    allowed = wanted;
  }

  /**
   * The resource was there while the transaction was still local.
   *
   * @param local what was local until now, or null
   */
  boolean enlistFormerlyLocal(JavaEETransaction transaction, TransactionalResource local)
      throws RollbackException, SystemException {
    if (!allowed || local == null || transaction.getLAOResource() != null) {
      return true;
    }
    transaction.setLAOResource(local);
    return !local.isTransactional() || transaction.enlistResource(local.getXAResource());
  }

  /** The resource comes to a transaction that is distributed already. */
  boolean enlistIntoDistributed(
      JavaEETransactionManagerSimplified server,
      Transaction transaction,
      TransactionalResource resource)
      throws RollbackException, SystemException {
    if (!allowed) {
      throw new IllegalStateException(
          "A resource without XA cannot join an XA transaction: use-last-agent-optimization is false");
    }
    if (!server.resourceEnlistable(resource)) {
      return true;
    }
    boolean enlisted = transaction.enlistResource(resource.getXAResource());
    if (!resource.isEnlisted()) {
      resource.enlistedInTransaction(transaction);
    }
    return enlisted;
  }
}
