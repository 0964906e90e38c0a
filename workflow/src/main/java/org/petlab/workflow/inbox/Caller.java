package org.petlab.workflow.inbox;

import jakarta.enterprise.context.RequestScoped;
import org.petlab.workflow.ForeignClient;

/** Who posted the document of this request: the gate knows, the inbox asks. */
@RequestScoped
public class Caller {
  private boolean foreign;

  public void comesFromOutside() {
    foreign = true;
  }

  /** Demands that an order has an id that this caller may give. */
  public void demandOwnOrderId(String orderId) {
    if (foreign) {
      ForeignClient.demandOwnOrderId(orderId);
    }
  }
}
