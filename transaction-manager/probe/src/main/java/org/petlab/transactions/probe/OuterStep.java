package org.petlab.transactions.probe;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

/** Works, lets another work in a transaction of its own, and fails. */
@ApplicationScoped
public class OuterStep {
  @Inject private Participants participants;
  @Inject private InnerStep inner;

  @Transactional(TxType.REQUIRED)
  public void run() {
    participants.write("outer, before");
    participants.send("outer, before");
    inner.run();
    participants.write("outer, behind");
    participants.send("outer, behind");
    throw new Fails();
  }

  /** Rolls the outer transaction back, as every unchecked exception does. */
  static final class Fails extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
