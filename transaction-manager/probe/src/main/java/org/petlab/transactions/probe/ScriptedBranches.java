package org.petlab.transactions.probe;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.Xid;

/** The branches of the resource that dies. They outlive it, as a database's do. */
final class ScriptedBranches {
  private final Set<Xid> prepared = ConcurrentHashMap.newKeySet();
  private final AtomicInteger committed = new AtomicInteger();
  private final AtomicInteger rolledBack = new AtomicInteger();

  void prepare(Xid branch) {
    prepared.add(branch);
  }

  void commit(Xid branch) {
    if (prepared.remove(branch)) {
      committed.incrementAndGet();
    }
  }

  void rollBack(Xid branch) {
    if (prepared.remove(branch)) {
      rolledBack.incrementAndGet();
    }
  }

  Xid[] prepared() {
    return prepared.toArray(Xid[]::new);
  }

  String asJson() {
    return "{\"prepared\": %d, \"committed\": %d, \"rolled_back\": %d}"
        .formatted(prepared.size(), committed.get(), rolledBack.get());
  }
}
