package org.petlab.transactions;

import com.sun.enterprise.transaction.JavaEETransactionImpl;
import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.api.JavaEETransaction;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.locks.Lock;

/**
 * Begins and ends the thread's distributed transaction, and keeps the server's own books of it.
 *
 * @param ending held while a transaction ends, so that an administrator can freeze them
 */
record ThreadTransactions(
    Narayana narayana,
    JavaEETransactionManagerSimplified server,
    ActiveTransactions active,
    Faults faults,
    Lock ending) {

  NarayanaTransaction begin(JavaEETransaction serverTransaction, boolean hasTimeout)
      throws SystemException {
    TransactionManager manager = narayana.manager();
    manager.setTransactionTimeout(
        hasTimeout
            ? secondsLeft((JavaEETransactionImpl) serverTransaction)
            : server.getEffectiveTimeout());
    try {
      manager.begin();
    } catch (NotSupportedException e) {
      throw new IllegalStateException("This thread has a transaction already", e);
    }
    var transaction =
        new NarayanaTransaction(
            manager, manager.getTransaction(), serverTransaction, faults.begin());
    active.add(transaction);
    server.monitorTxBegin(transaction);
    return transaction;
  }

  /** Payara has measured the time so far; from now on Narayana does. */
  private static int secondsLeft(JavaEETransactionImpl transaction) {
    int timeoutSeconds = transaction.cancelTimerTask();
    long elapsedMillis = System.currentTimeMillis() - transaction.getStartTime();
    return Math.max(1, timeoutSeconds - (int) (elapsedMillis / 1000));
  }

  void commit()
      throws RollbackException,
          HeuristicMixedException,
          HeuristicRollbackException,
          SystemException {
    NarayanaTransaction transaction = ofThisThread();
    ending.lock();
    try {
      commit(transaction);
    } finally {
      ending.unlock();
    }
    transaction.faults().committed();
  }

  private void commit(NarayanaTransaction transaction)
      throws RollbackException,
          HeuristicMixedException,
          HeuristicRollbackException,
          SystemException {
    boolean committed = false;
    setCompeting(true);
    try {
      narayana.manager().commit();
      committed = true;
    } catch (HeuristicMixedException e) {
      committed = true;
      if (OnePhaseOutcomeUnknownException.isWhy(e)) {
        transaction.forget();
      }
      throw e;
    } finally {
      completed(transaction, committed);
    }
  }

  void rollback() throws SystemException {
    NarayanaTransaction transaction = ofThisThread();
    ending.lock();
    try {
      setCompeting(true);
      narayana.manager().rollback();
    } finally {
      try {
        completed(transaction, false);
      } finally {
        ending.unlock();
      }
    }
  }

  private void completed(NarayanaTransaction transaction, boolean committed) {
    active.remove(transaction);
    server.monitorTxCompleted(transaction, committed);
    setCompeting(false);
  }

  private void setCompeting(boolean competing) {
    if (!server.isInvocationStackEmpty()) {
      server.setTransactionCompeting(competing);
    }
  }

  private NarayanaTransaction ofThisThread() throws SystemException {
    Transaction original = narayana.manager().getTransaction();
    if (original == null) {
      throw new IllegalStateException("This thread has no distributed transaction");
    }
    return active.find(original).orElseGet(() -> timedOut(original));
  }

  /** Narayana has ended it in the background; the thread is still to be told. */
  private NarayanaTransaction timedOut(Transaction original) {
    return new NarayanaTransaction(
        narayana.manager(), original, server.getCurrentTransaction(), TransactionFaults.NONE);
  }
}
