package org.petlab.workflow.observability.measuring;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A workflow step ran: from the begin of its work until its transaction is over. */
@Name("petlab.Step")
@Label("Workflow Step")
@Category("Petlab")
@StackTrace(false)
class StepEvent extends Event {
  @Label("Step")
  String step;

  @Label("Order")
  String orderId;

  @Label("Document")
  String documentId;

  @Label("Deliveries")
  int deliveries;

  @Label("Trial Phase")
  String phase;

  @Label("Outcome")
  String outcome;

  @Label("Wall Clock at Begin (ns)")
  long wallNanos;

  @Label("Work (ns)")
  long workNanos;

  @Label("Commit (ns)")
  long commitNanos;

  @Label("Wait since Send (ns)")
  long waitNanos;

  @Label("CPU Time (ns)")
  long cpuNanos;
}
