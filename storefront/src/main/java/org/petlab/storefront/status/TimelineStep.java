package org.petlab.storefront.status;

import jakarta.json.JsonObject;
import java.util.Locale;

/**
 * One step that an application has taken with the order, as the order processing center tells it.
 *
 * @param deliveries how often its document had been delivered by then
 * @param outcome {@code committed} or {@code rolled-back}
 * @param transition how it sent; empty when it sent nothing
 * @param delegate by which means; empty when it sent nothing
 */
public record TimelineStep(
    String application,
    String step,
    long beganNs,
    long endedNs,
    int deliveries,
    String outcome,
    String transition,
    String delegate) {
  private static final String COMMITTED = "committed";

  static TimelineStep read(JsonObject step) {
    return new TimelineStep(
        step.getString("application"),
        step.getString("step"),
        step.getJsonNumber("began_ns").longValue(),
        step.getJsonNumber("ended_ns").longValue(),
        step.getInt("deliveries"),
        step.getString("outcome"),
        step.getString("transition", ""),
        step.getString("delegate", ""));
  }

  boolean isCommitted(String name) {
    return step.equals(name) && COMMITTED.equals(outcome);
  }

  public Moment began() {
    return new Moment(beganNs);
  }

  public Moment ended() {
    return new Moment(endedNs);
  }

  /** Such as "12.3 ms". */
  public String took() {
    return String.format(Locale.ROOT, "%,.1f ms", (endedNs - beganNs) / 1e6);
  }
}
