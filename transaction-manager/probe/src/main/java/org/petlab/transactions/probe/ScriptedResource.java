package org.petlab.transactions.probe;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** An XA resource that obeys, or fails at a chosen place. */
final class ScriptedResource implements XAResource {
  private enum Behaviour {
    OBEYS,
    CANNOT_START,
    CANNOT_END,
    REFUSES_TO_PREPARE,
    DIES_BEFORE_ITS_COMMIT
  }

  private final String name;
  private final Behaviour behaviour;
  private final LostCommit lostCommit;
  private final ScriptedBranches branches;
  private final Trace trace;

  private ScriptedResource(
      String name, Behaviour behaviour, ScriptedBranches branches, Trace trace) {
    this(name, behaviour, null, branches, trace);
  }

  private ScriptedResource(
      String name,
      Behaviour behaviour,
      LostCommit lostCommit,
      ScriptedBranches branches,
      Trace trace) {
    this.name = name;
    this.behaviour = behaviour;
    this.lostCommit = lostCommit;
    this.branches = branches;
    this.trace = trace;
  }

  static ScriptedResource obeying(String name, Trace trace) {
    return new ScriptedResource(name, Behaviour.OBEYS, new ScriptedBranches(), trace);
  }

  static ScriptedResource refusing(Trace trace) {
    return new ScriptedResource(
        "refusing", Behaviour.REFUSES_TO_PREPARE, new ScriptedBranches(), trace);
  }

  /** Cannot be reached when it is to begin, or to end, its part. */
  static ScriptedResource unreachable(Ending when, Trace trace) {
    Behaviour behaviour =
        when == Ending.START_FAILS ? Behaviour.CANNOT_START : Behaviour.CANNOT_END;
    return new ScriptedResource("unreachable", behaviour, new ScriptedBranches(), trace);
  }

  /** Prepares, and is gone when it is told to commit. */
  static ScriptedResource dying(LostCommit how, ScriptedBranches branches, Trace trace) {
    return new ScriptedResource("dying", Behaviour.DIES_BEFORE_ITS_COMMIT, how, branches, trace);
  }

  /** The same one, up again: it knows what was prepared. */
  static ScriptedResource back(ScriptedBranches branches, Trace trace) {
    return new ScriptedResource("back", Behaviour.OBEYS, branches, trace);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    trace.note(name + " prepares");
    if (behaviour == Behaviour.REFUSES_TO_PREPARE) {
      throw new XAException(XAException.XA_RBROLLBACK);
    }
    branches.prepare(xid);
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    trace.note(name + " commits");
    if (behaviour == Behaviour.DIES_BEFORE_ITS_COMMIT) {
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
    failIf(Behaviour.CANNOT_START);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    failIf(Behaviour.CANNOT_END);
  }

  private void failIf(Behaviour failing) throws XAException {
    if (behaviour == failing) {
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
