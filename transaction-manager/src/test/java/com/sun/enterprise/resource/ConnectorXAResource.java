package com.sun.enterprise.resource;

import java.util.function.Consumer;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A connection without XA, as Payara shows it to a transaction manager. It has the name of Payara's
 * class, by which Narayana is told that it is a last agent: it can only commit or roll back.
 */
public final class ConnectorXAResource implements XAResource {
  private final Consumer<String> events;

  public ConnectorXAResource(Consumer<String> events) {
    this.events = events;
  }

  @Override
  public void start(Xid xid, int flags) {
    events.accept("agent starts");
  }

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public int prepare(Xid xid) {
    throw new AssertionError("a last agent cannot prepare");
  }

  @Override
  public void commit(Xid xid, boolean onePhase) {
    events.accept("agent commits");
  }

  @Override
  public void rollback(Xid xid) {
    events.accept("agent rolls back");
  }

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
