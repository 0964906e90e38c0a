package org.petlab.transactions.faults;

import com.arjuna.ats.jta.resources.LastResourceCommitOptimisation;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.petlab.transactions.ForwardingXAResource;

/**
 * A resource without XA with a crash point behind its commit. Narayana knows it by the interface
 * that it has, as it knows the resource itself by its class.
 */
final class CrashPointLastAgent extends ForwardingXAResource
    implements LastResourceCommitOptimisation {
  private final CrashPointTransaction transaction;

  CrashPointLastAgent(XAResource resource, CrashPointTransaction transaction) {
    super(resource);
    this.transaction = transaction;
  }

  /** A resource whose answer is lost may have committed all the same. */
  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    super.commit(xid, onePhase);
    try {
      transaction.lastAgentCommitted();
    } catch (CrashPointException thrown) {
      throw failure(XAException.XAER_RMFAIL, thrown);
    }
  }

  @Override
  public String toString() {
    return "watched " + super.toString();
  }
}
