package org.petlab.transactions;

import com.sun.enterprise.transaction.api.XAResourceWrapper;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import jakarta.resource.spi.XATerminator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.Xid;

/**
 * The part of Payara's interface that is not about a transaction of this server: administration,
 * and refusals.
 */
abstract class AbstractDelegate implements JavaEETransactionManagerDelegate {
  private static final Logger LOG = Logger.getLogger(Narayana.class.getPackageName());

  /**
   * Held for writing while an administrator has frozen the transactions; ending one needs it for
   * reading, also one within another.
   */
  private final ReentrantReadWriteLock frozen = new ReentrantReadWriteLock();

  /** Freezes and thaws, as an administrator's two commands come in two threads of the server. */
  private final ExecutorService freezer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("transaction-freezer").factory());

  @Override
  public Lock getReadLock() {
    return frozen.readLock();
  }

  @Override
  public void acquireWriteLock() {
    CompletableFuture.runAsync(frozen.writeLock()::lock, freezer).join();
  }

  @Override
  public void releaseWriteLock() {
    CompletableFuture.runAsync(frozen.writeLock()::unlock, freezer).join();
  }

  @Override
  public boolean isWriteLocked() {
    return frozen.isWriteLocked();
  }

  @Override
  public void handlePropertyUpdate(String name, Object value) {
    LOG.log(
        Level.INFO,
        "{0} of the transaction service was changed; Narayana is told at the next start.",
        name);
  }

  @Override
  public boolean supportsXAResource() {
    return true;
  }

  /** Transactions never arrive over IIOP here, so none arrives without its context. */
  @Override
  public boolean isNullTransaction() {
    return false;
  }

  /** No driver needs its resources wrapped. */
  @Override
  public XAResourceWrapper getXAResourceWrapper(String driver) {
    return null;
  }

  @Override
  public XATerminator getXATerminator() {
    throw inflow();
  }

  @Override
  public void recreate(Xid xid, long timeoutMillis) {
    throw inflow();
  }

  @Override
  public void release(Xid xid) {
    throw inflow();
  }

  private static UnsupportedOperationException inflow() {
    return new UnsupportedOperationException(
        "Transactions that another transaction manager began cannot be joined here."
            + " Use petlab.transaction-manager=payara for them.");
  }
}
