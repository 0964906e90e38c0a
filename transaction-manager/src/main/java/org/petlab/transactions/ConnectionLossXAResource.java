package org.petlab.transactions;

import java.util.List;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource that says when it cannot be reached. A database whose server dies, has no disk space
 * left, or refuses what it is told, while a prepared branch is being ended reports an error that
 * PostgreSQL's driver takes for an error of the resource, and that stands for a branch that the
 * resource has ended as it liked. It has not: it is prepared, and recovery will commit it or roll
 * it back.
 */
final class ConnectionLossXAResource extends ForwardingXAResource {
  /** Shut down by its administrator, by a crash, or not yet up: PostgreSQL's own SQL states. */
  private static final Set<String> GOING_DOWN = Set.of("57P01", "57P02", "57P03");

  /**
   * Classes of SQL states: the connection, the resources (a full disk: PostgreSQL panics over it
   * while it ends a prepared branch), input and output, and errors of the server's own.
   */
  private static final Set<String> NOT_OF_THE_BRANCH = Set.of("08", "53", "58", "XX");

  /** PostgreSQL's SQL state for a prepared transaction that is not there. */
  private static final String UNKNOWN_BRANCH = "42704";

  private ConnectionLossXAResource(XAResource resource) {
    super(resource);
  }

  /** Around every resource but a last agent. */
  static XAResource of(XAResource resource) {
    return isLastAgent(resource) ? resource : new ConnectionLossXAResource(resource);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    try {
      super.commit(xid, onePhase);
    } catch (XAException e) {
      throw onePhase ? OnePhaseOutcomeUnknownException.ifOutcomeIsUnknown(e) : unavailableIfLost(e);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    try {
      super.rollback(xid);
    } catch (XAException e) {
      throw unavailableIfLost(e);
    }
  }

  private static XAException unavailableIfLost(XAException e) {
    return e.errorCode == XAException.XAER_RMERR && (isConnectionLoss(e) || isStillPrepared(e))
        ? failure(XAException.XAER_RMFAIL, e)
        : e;
  }

  private static boolean isConnectionLoss(Throwable error) {
    return PostgresqlErrors.allSqlStates(error).stream().anyMatch(ConnectionLossXAResource::isLost);
  }

  /** Whatever PostgreSQL answers but that it does not know the branch, it has left it as it was. */
  private static boolean isStillPrepared(XAException e) {
    List<String> states = PostgresqlErrors.sqlStates(e);
    return !states.isEmpty() && !states.contains(UNKNOWN_BRANCH);
  }

  /** Whether this SQL state stands for a database that is lost. */
  static boolean isLost(String state) {
    return GOING_DOWN.contains(state)
        || state.length() == 5 && NOT_OF_THE_BRANCH.contains(state.substring(0, 2));
  }
}
