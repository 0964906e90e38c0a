package org.petlab.transactions;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.tm.XAResourceWrapper;

/**
 * Stands at the end of a recovery pass that has asked all resources, and says in their name that
 * there is nothing more: a logged branch that was not found until then has committed before the
 * crash. It takes part in no transaction.
 */
final class EmptyRecoveryResource implements XAResourceWrapper {
  @Override
  public String getJndiName() {
    return ResourceNames.ALL;
  }

  @Override
  public XAResource getResource() {
    return this;
  }

  @Override
  public String getProductName() {
    return ResourceNames.ALL;
  }

  @Override
  public String getProductVersion() {
    return "";
  }

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other instanceof EmptyRecoveryResource;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }

  @Override
  public void start(Xid xid, int flags) {
    throw noPart();
  }

  @Override
  public void end(Xid xid, int flags) {
    throw noPart();
  }

  @Override
  public int prepare(Xid xid) {
    throw noPart();
  }

  @Override
  public void commit(Xid xid, boolean onePhase) {
    throw noPart();
  }

  @Override
  public void rollback(Xid xid) {
    throw noPart();
  }

  @Override
  public void forget(Xid xid) {
    throw noPart();
  }

  private static UnsupportedOperationException noPart() {
    return new UnsupportedOperationException("This resource takes part in no transaction");
  }
}
