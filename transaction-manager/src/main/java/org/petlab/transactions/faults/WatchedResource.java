package org.petlab.transactions.faults;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** An XA resource with crash points around it. Equal to any other around the same resource. */
final class WatchedResource implements XAResource {
  static final String LAST_AGENT = "com.sun.enterprise.resource.ConnectorXAResource";

  private final XAResource resource;
  private final WatchedTransaction transaction;

  WatchedResource(XAResource resource, WatchedTransaction transaction) {
    this.resource = resource;
    this.transaction = transaction;
  }

  /** A resource that refuses to prepare rolls its branch back by itself, and so does this one. */
  @Override
  public int prepare(Xid xid) throws XAException {
    int vote = resource.prepare(xid);
    if (vote == XA_OK) {
      try {
        transaction.resourcePrepared();
      } catch (CrashPointException thrown) {
        resource.rollback(xid);
        throw failure(XAException.XA_RBROLLBACK, thrown);
      }
    }
    return vote;
  }

  /** In the second phase a resource that cannot be reached keeps its branch, for recovery. */
  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    if (!onePhase) {
      try {
        transaction.resourceCommits();
      } catch (CrashPointException thrown) {
        throw failure(XAException.XAER_RMFAIL, thrown);
      }
    }
    resource.commit(xid, onePhase);
  }

  private static XAException failure(int code, CrashPointException cause) {
    var failure = new XAException(code);
    failure.initCause(cause);
    return failure;
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return resource.isSameRM(other instanceof WatchedResource that ? that.resource : other);
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    resource.start(xid, flags);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    resource.end(xid, flags);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    resource.rollback(xid);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    resource.forget(xid);
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return resource.recover(flag);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return resource.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    return resource.setTransactionTimeout(seconds);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WatchedResource that && resource.equals(that.resource);
  }

  @Override
  public int hashCode() {
    return resource.hashCode();
  }

  @Override
  public String toString() {
    return "watched " + resource;
  }
}
