package org.petlab.transactions;

import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource that says so when PostgreSQL refuses to commit a branch in one phase, as a deferred
 * constraint lets it. The database has rolled the branch back, but its driver reports a resource
 * that cannot be reached, as if nobody knew the outcome, and keeps the connection associated with
 * the branch until it is told to roll back, which a transaction manager need not do: whoever got
 * that connection from the pool next could not start a transaction on it.
 */
final class RefusedCommitXAResource extends ForwardingXAResource {
  private static final String DRIVER = "org.postgresql.";

  private RefusedCommitXAResource(XAResource resource) {
    super(resource);
  }

  /** Around every resource but a last agent. */
  static XAResource of(XAResource resource) {
    return isLastAgent(resource) ? resource : new RefusedCommitXAResource(resource);
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
    return e.getClass().getName().startsWith(DRIVER)
        && sqlStates(e).findAny().isPresent()
        && sqlStates(e).noneMatch(ConnectionLossXAResource::isLost);
  }

  private static boolean isRollback(int errorCode) {
    return errorCode >= XAException.XA_RBBASE && errorCode <= XAException.XA_RBEND;
  }

  private static Stream<String> sqlStates(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(cause -> ((SQLException) cause).getSQLState())
        .filter(Objects::nonNull);
  }
}
