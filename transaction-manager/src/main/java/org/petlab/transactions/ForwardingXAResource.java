package org.petlab.transactions;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * An XA resource that forwards every call to another, for those that change a call or two. Equal to
 * any other around the same resource: what is delisted is found by that.
 */
public abstract class ForwardingXAResource implements XAResource {

  private final XAResource resource;

  protected ForwardingXAResource(XAResource resource) {
    this.resource = resource;
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    return resource.prepare(xid);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    resource.commit(xid, onePhase);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    resource.rollback(xid);
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
  public void forget(Xid xid) throws XAException {
    resource.forget(xid);
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    return resource.recover(flag);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return resource.isSameRM(other instanceof ForwardingXAResource that ? that.resource : other);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return resource.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    return resource.setTransactionTimeout(seconds);
  }

  /** A last agent must stay what it is, because it is known by its class; it does not prepare. */
  protected static boolean isLastAgent(XAResource resource) {
    return resource.getClass().getName().equals(NarayanaConfiguration.LAST_AGENT);
  }

  /** What a resource throws in the place of something else. */
  protected static XAException failure(int code, Exception cause) {
    var failure = new XAException(code);
    failure.initCause(cause);
    return failure;
  }

  @Override
  public boolean equals(Object other) {
    return other != null
        && other.getClass() == getClass()
        && resource.equals(((ForwardingXAResource) other).resource);
  }

  @Override
  public int hashCode() {
    return resource.hashCode();
  }

  @Override
  public String toString() {
    return resource.toString();
  }
}
