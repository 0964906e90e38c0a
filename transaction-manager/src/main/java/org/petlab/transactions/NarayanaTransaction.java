package org.petlab.transactions;

import com.arjuna.ats.arjuna.AtomicAction;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionImple;
import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import com.sun.enterprise.transaction.api.JavaEETransaction;
import com.sun.enterprise.transaction.spi.TransactionInternal;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAResource;

/** Payara's view of one transaction of Narayana. Equal to every other view of the same one. */
final class NarayanaTransaction implements TransactionInternal {
  private static final Logger LOG = Logger.getLogger(Narayana.class.getPackageName());
  private static final TransactionSynchronizationRegistry REGISTRY =
      new TransactionSynchronizationRegistryImple();

  private final TransactionManager manager;
  private final Transaction original;
  private final JavaEETransaction serverTransaction;
  private final TransactionFaults faults;

  NarayanaTransaction(
      TransactionManager manager,
      Transaction original,
      JavaEETransaction serverTransaction,
      TransactionFaults faults) {
    this.manager = manager;
    this.original = original;
    this.serverTransaction = serverTransaction;
    this.faults = faults;
  }

  Transaction original() {
    return original;
  }

  JavaEETransaction serverTransaction() {
    return serverTransaction;
  }

  TransactionFaults faults() {
    return faults;
  }

  /** Narayana's id of the transaction, as its log and messages write it. */
  String id() {
    return ((TransactionImple) original).get_uid().stringForm();
  }

  /** Takes it out of Narayana's log, where it would wait for a decision that nobody can make. */
  void forget() {
    try {
      StoreManager.getRecoveryStore()
          .remove_committed(((TransactionImple) original).get_uid(), new AtomicAction().type());
    } catch (ObjectStoreException e) {
      LOG.log(Level.WARNING, "Transaction " + id() + " stays in the log", e);
    }
  }

  @Override
  public void commit()
      throws RollbackException,
          HeuristicMixedException,
          HeuristicRollbackException,
          SystemException {
    if (isOfThisThread()) {
      manager.commit(); // frees the thread too
    } else {
      original.commit();
    }
  }

  @Override
  public void rollback() throws SystemException {
    if (isOfThisThread()) {
      manager.rollback();
    } else {
      original.rollback();
    }
  }

  @Override
  public void setRollbackOnly() throws SystemException {
    original.setRollbackOnly();
  }

  @Override
  public int getStatus() throws SystemException {
    return original.getStatus();
  }

  /**
   * Narayana answers false where a resource could not be started, and Payara goes on as if it had
   * been: what is then done with the resource would be part of no transaction. So the caller is
   * told, and nothing of this transaction commits.
   *
   * @throws RollbackException when the resource takes no part
   */
  @Override
  public boolean enlistResource(XAResource resource) throws RollbackException, SystemException {
    if (!original.enlistResource(around(resource))) {
      original.setRollbackOnly();
      throw new RollbackException(
          "Transaction %s can only be rolled back: %s could not be enlisted"
              .formatted(id(), resource));
    }
    return true;
  }

  @Override
  public boolean delistResource(XAResource resource, int flag) throws SystemException {
    return original.delistResource(around(resource), flag);
  }

  private XAResource around(XAResource resource) {
    return ForwardingXAResource.isLastAgent(resource)
        ? faults.aroundLastAgent(resource)
        : faults.around(ConnectionLossXAResource.of(RefusedCommitXAResource.of(resource)));
  }

  @Override
  public void registerSynchronization(Synchronization synchronization)
      throws RollbackException, SystemException {
    original.registerSynchronization(synchronization);
  }

  /**
   * Narayana takes interposed synchronizations for the thread's transaction only, so this becomes
   * it.
   */
  @Override
  public void registerInterposedSynchronization(Synchronization synchronization)
      throws SystemException {
    if (isOfThisThread()) {
      REGISTRY.registerInterposedSynchronization(synchronization);
      return;
    }
    Transaction other = manager.suspend();
    try {
      resume(original);
      REGISTRY.registerInterposedSynchronization(synchronization);
    } finally {
      manager.suspend();
      if (other != null) {
        resume(other);
      }
    }
  }

  private void resume(Transaction transaction) throws SystemException {
    try {
      manager.resume(transaction);
    } catch (InvalidTransactionException e) {
      throw new IllegalStateException("The transaction has ended: " + transaction, e);
    }
  }

  private boolean isOfThisThread() throws SystemException {
    return original.equals(manager.getTransaction());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NarayanaTransaction that && original.equals(that.original);
  }

  @Override
  public int hashCode() {
    return original.hashCode();
  }

  @Override
  public String toString() {
    return "Narayana's " + original;
  }
}
