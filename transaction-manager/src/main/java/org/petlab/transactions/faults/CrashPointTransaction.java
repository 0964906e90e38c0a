package org.petlab.transactions.faults;

import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.petlab.transactions.TransactionFaults;

/** Counts the resources of one transaction as they prepare and commit. */
final class CrashPointTransaction implements TransactionFaults {
  private final CrashPoints points;
  private final AtomicInteger prepared = new AtomicInteger();
  private final AtomicInteger committing = new AtomicInteger();

  CrashPointTransaction(CrashPoints points) {
    this.points = points;
  }

  @Override
  public XAResource around(XAResource resource) {
    return CrashPointXAResource.of(resource, this);
  }

  @Override
  public XAResource aroundLastAgent(XAResource resource) {
    return new CrashPointLastAgent(resource, this);
  }

  void resourcePrepared() {
    switch (prepared.incrementAndGet()) {
      case 1 -> points.hit(CrashPoint.FIRST_PREPARED);
      case 2 -> points.hit(CrashPoint.SECOND_PREPARED);
      default -> {}
    }
  }

  /** Not where it was the only resource: there was nothing to decide. */
  void lastAgentCommitted() {
    if (prepared.get() > 0) {
      points.hit(CrashPoint.LAST_AGENT_COMMITTED);
    }
  }

  void resourceCommits() {
    switch (committing.incrementAndGet()) {
      case 1 -> points.hit(CrashPoint.LOG_WRITTEN);
      case 2 -> points.hit(CrashPoint.BETWEEN_COMMITS);
      default -> {}
    }
  }

  /** Not after a commit in one phase: what asks the database alone would pass it all the time. */
  @Override
  public void committed() {
    if (prepared.get() > 0) {
      points.hit(CrashPoint.COMMITTED);
    }
  }
}
