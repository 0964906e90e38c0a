package org.petlab.transactions.faults;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.petlab.transactions.ForwardingXAResource;

/** An XA resource with crash points around it. */
final class CrashPointXAResource extends ForwardingXAResource {
  private final CrashPointTransaction transaction;

  private CrashPointXAResource(XAResource resource, CrashPointTransaction transaction) {
    super(resource);
    this.transaction = transaction;
  }

  /** Around every resource but a last agent, which Payara's own manager knows by its class. */
  static XAResource of(XAResource resource, CrashPointTransaction transaction) {
    return isLastAgent(resource) ? resource : new CrashPointXAResource(resource, transaction);
  }

  /** A resource that refuses to prepare rolls its branch back by itself, and so does this one. */
  @Override
  public int prepare(Xid xid) throws XAException {
    int vote = super.prepare(xid);
    if (vote == XA_OK) {
      try {
        transaction.resourcePrepared();
      } catch (CrashPointException thrown) {
        rollback(xid);
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
    super.commit(xid, onePhase);
  }

  @Override
  public String toString() {
    return "watched " + super.toString();
  }
}
