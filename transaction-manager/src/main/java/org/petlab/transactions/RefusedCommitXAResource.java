package org.petlab.transactions;

import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource that says so when PostgreSQL refuses to prepare a branch, or to commit it in one
 * phase, as a deferred constraint lets it. The database has rolled the branch back, but of a commit
 * its driver mostly reports a resource that cannot be reached, as if nobody knew the outcome. And
 * it keeps the connection associated with the branch until it is told to roll back, which a
 * transaction manager does not do with a branch that it knows as rolled back: whoever got that
 * connection from the pool next could not start a transaction on it.
 */
final class RefusedCommitXAResource extends ForwardingXAResource {
  private RefusedCommitXAResource(XAResource resource) {
    super(resource);
  }

  /** Around every resource but a last agent. */
  static XAResource of(XAResource resource) {
    return isLastAgent(resource) ? resource : new RefusedCommitXAResource(resource);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    try {
      return super.prepare(xid);
    } catch (XAException e) {
      throw isRefusal(e) ? rolledBack(xid, e) : e;
    }
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    try {
      super.commit(xid, onePhase);
    } catch (XAException e) {
      throw onePhase && isRefusal(e) ? rolledBack(xid, e) : e;
    }
  }

  private XAException rolledBack(Xid xid, XAException refusal) {
    XAException rolledBack =
        isRollback(refusal.errorCode) ? refusal : failure(XAException.XA_RBROLLBACK, refusal);
    try {
      super.rollback(xid);
    } catch (XAException stillAssociated) {
      rolledBack.addSuppressed(stillAssociated);
    }
    return rolledBack;
  }

  /** Whether a database that can be reached has answered that it does not commit. */
  private static boolean isRefusal(XAException e) {
    List<String> states = PostgresqlErrors.sqlStates(e);
    return !states.isEmpty() && states.stream().noneMatch(ConnectionLossXAResource::isLost);
  }

  private static boolean isRollback(int errorCode) {
    return errorCode >= XAException.XA_RBBASE && errorCode <= XAException.XA_RBEND;
  }
}
