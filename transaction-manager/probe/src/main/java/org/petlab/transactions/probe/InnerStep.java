package org.petlab.transactions.probe;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;

/** Works in a transaction of its own while that of the caller is suspended. */
@ApplicationScoped
public class InnerStep {
  @Inject private Participants participants;

  @Transactional(TxType.REQUIRES_NEW)
  public void run() {
    participants.write("inner");
    participants.send("inner");
  }
}
