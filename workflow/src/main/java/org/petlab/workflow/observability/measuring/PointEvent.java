package org.petlab.workflow.observability.measuring;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A measuring point has been passed. */
@Name("petlab.Point")
@Label("Measuring Point")
@Category("Petlab")
@StackTrace(false)
class PointEvent extends Event {
  @Label("Point")
  String point;

  @Label("Order")
  String orderId;

  @Label("Trial Phase")
  String phase;

  @Label("Wall Clock (ns)")
  long wallNanos;
}
