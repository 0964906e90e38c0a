package org.petlab.transactions.faults;

import com.sun.enterprise.transaction.spi.TransactionInternal;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import javax.transaction.xa.XAResource;

/** A transaction of Payara's own manager whose resources are watched. */
record PayaraTransaction(TransactionInternal original, CrashPointTransaction faults)
    implements TransactionInternal {
  @Override
  public boolean enlistResource(XAResource resource) throws RollbackException, SystemException {
    return original.enlistResource(faults.around(resource));
  }

  @Override
  public boolean delistResource(XAResource resource, int flag) throws SystemException {
    return original.delistResource(faults.around(resource), flag);
  }

  @Override
  public void commit()
      throws RollbackException,
          HeuristicMixedException,
          HeuristicRollbackException,
          SystemException {
    original.commit();
  }

  @Override
  public void rollback() throws SystemException {
    original.rollback();
  }

  @Override
  public void setRollbackOnly() throws SystemException {
    original.setRollbackOnly();
  }

  @Override
  public int getStatus() throws SystemException {
    return original.getStatus();
  }

  @Override
  public void registerSynchronization(Synchronization synchronization)
      throws RollbackException, SystemException {
    original.registerSynchronization(synchronization);
  }

  @Override
  public void registerInterposedSynchronization(Synchronization synchronization)
      throws RollbackException, SystemException {
    original.registerInterposedSynchronization(synchronization);
  }
}
