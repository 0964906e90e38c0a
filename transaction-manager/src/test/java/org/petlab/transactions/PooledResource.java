package org.petlab.transactions;

import com.sun.enterprise.transaction.spi.TransactionalResource;
import jakarta.transaction.Transaction;
import javax.transaction.xa.XAResource;

/** A connection of a pool, as Payara hands it to its transaction manager. */
final class PooledResource implements TransactionalResource {
  private final XAResource resource;
  private final boolean xa;
  private boolean enlisted;

  PooledResource(XAResource resource, boolean xa) {
    this.resource = resource;
    this.xa = xa;
  }

  @Override
  public XAResource getXAResource() {
    return resource;
  }

  @Override
  public boolean supportsXA() {
    return xa;
  }

  @Override
  public boolean isTransactional() {
    return true;
  }

  @Override
  public boolean isEnlistmentSuspended() {
    return false;
  }

  @Override
  public boolean isShareable() {
    return true;
  }

  @Override
  public boolean isEnlisted() {
    return enlisted;
  }

  @Override
  public void enlistedInTransaction(Transaction transaction) {
    enlisted = true;
  }

  @Override
  public String getName() {
    return resource.toString();
  }

  @Override
  public Object getComponentInstance() {
    return null;
  }

  @Override
  public void setComponentInstance(Object instance) {}

  @Override
  public void closeUserConnection() {}
}
