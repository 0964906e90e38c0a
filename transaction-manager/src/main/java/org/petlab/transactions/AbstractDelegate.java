package org.petlab.transactions;

import com.sun.enterprise.transaction.api.XAResourceWrapper;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import jakarta.resource.spi.XATerminator;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;
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
   * reading. Of no thread: freezing and thawing are two requests.
   */
  private final StampedLock frozen = new StampedLock();

  @Override
  public Lock getReadLock() {
    return frozen.asReadLock();
  }

  @Override
  public void acquireWriteLock() {
    frozen.writeLock();
  }

  @Override
  public void releaseWriteLock() {
    frozen.tryUnlockWrite();
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
