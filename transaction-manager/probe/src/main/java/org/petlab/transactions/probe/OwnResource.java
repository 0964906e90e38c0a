package org.petlab.transactions.probe;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** An XA resource that does as it is told, or fails at the place where it is made to. */
final class OwnResource implements XAResource {
  private enum Conduct {
    OBEYS,
    CANNOT_START,
    CANNOT_END,
    REFUSES_TO_PREPARE,
    DIES_BEFORE_ITS_COMMIT
  }

  private final String name;
  private final Conduct conduct;
  private final LostCommit lostCommit;
  private final OwnBranches branches;
  private final Trace trace;

  private OwnResource(String name, Conduct conduct, OwnBranches branches, Trace trace) {
    this(name, conduct, null, branches, trace);
  }

  private OwnResource(
      String name, Conduct conduct, LostCommit lostCommit, OwnBranches branches, Trace trace) {
    this.name = name;
    this.conduct = conduct;
    this.lostCommit = lostCommit;
    this.branches = branches;
    this.trace = trace;
  }

  static OwnResource obeying(String name, Trace trace) {
    return new OwnResource(name, Conduct.OBEYS, new OwnBranches(), trace);
  }

  static OwnResource refusing(Trace trace) {
    return new OwnResource("refusing", Conduct.REFUSES_TO_PREPARE, new OwnBranches(), trace);
  }

  /** Cannot be reached when it is to begin, or to end, its part. */
  static OwnResource unreachable(Ending when, Trace trace) {
    Conduct conduct = when == Ending.START_FAILS ? Conduct.CANNOT_START : Conduct.CANNOT_END;
    return new OwnResource("unreachable", conduct, new OwnBranches(), trace);
  }

  /** Prepares, and is gone when it is told to commit. */
  static OwnResource dying(LostCommit how, OwnBranches branches, Trace trace) {
    return new OwnResource("dying", Conduct.DIES_BEFORE_ITS_COMMIT, how, branches, trace);
  }

  /** The same one, up again: it knows what was prepared. */
  static OwnResource back(OwnBranches branches, Trace trace) {
    return new OwnResource("back", Conduct.OBEYS, branches, trace);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    trace.note(name + " prepares");
    if (conduct == Conduct.REFUSES_TO_PREPARE) {
      throw new XAException(XAException.XA_RBROLLBACK);
    }
    branches.prepare(xid);
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    trace.note(name + " commits");
    if (conduct == Conduct.DIES_BEFORE_ITS_COMMIT) {
      throw lostCommit.exception();
    }
    branches.commit(xid);
  }

  @Override
  public void rollback(Xid xid) {
    trace.note(name + " rolls back");
    branches.rollBack(xid);
  }

  @Override
  public Xid[] recover(int flag) {
    return (flag & TMSTARTRSCAN) == 0 ? new Xid[0] : branches.prepared();
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    failIf(Conduct.CANNOT_START);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    failIf(Conduct.CANNOT_END);
  }

  private void failIf(Conduct failing) throws XAException {
    if (conduct == failing) {
      throw new XAException(XAException.XAER_RMFAIL);
    }
  }

  @Override
  public void forget(Xid xid) {}

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
