package org.petlab.workflow.observability.measuring;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A document was sent: begin and end are measuring points 3 and 4. */
@Name("petlab.Call")
@Label("Transition Call")
@Category("Petlab")
@StackTrace(false)
class CallEvent extends Event {
  @Label("Transition")
  String transition;

  @Label("Delegate")
  String delegate;

  @Label("Order")
  String orderId;

  @Label("Document")
  String documentId;

  @Label("Trial Phase")
  String phase;

  @Label("Outcome")
  String outcome;

  @Label("Wall Clock at Begin (ns)")
  long wallNanos;

  @Label("CPU Time (ns)")
  long cpuNanos;
}
