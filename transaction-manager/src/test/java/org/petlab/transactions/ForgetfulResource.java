package org.petlab.transactions;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource that agrees to all and keeps nothing. */
final class ForgetfulResource implements XAResource {
  @Override
  public int prepare(Xid xid) {
    return XA_OK;
  }

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public void commit(Xid xid, boolean onePhase) {}

  @Override
  public void rollback(Xid xid) {}

  @Override
  public void forget(Xid xid) {}

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
