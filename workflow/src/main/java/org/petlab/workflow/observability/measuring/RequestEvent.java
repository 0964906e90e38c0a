package org.petlab.workflow.observability.measuring;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A request was answered that brought a document to a SOAP inbox, or by which a customer orders.
 */
@Name("petlab.Request")
@Label("Service Request")
@Category("Petlab")
@StackTrace(false)
class RequestEvent extends Event {
  @Label("Entrance")
  String entrance;

  @Label("Order")
  String orderId;

  @Label("Trial Phase")
  String phase;

  @Label("Outcome")
  String outcome;

  @Label("Wall Clock at Begin (ns)")
  long wallNanos;

  @Label("CPU Time without Steps (ns)")
  long cpuNanos;
}
