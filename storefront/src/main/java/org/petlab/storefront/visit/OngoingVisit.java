package org.petlab.storefront.visit;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpServletRequest;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.observability.metrics.MetricSource;

/**
 * The visit of whoever goes on with one. A session that its visitor remembers and nobody else does
 * is no empty cart: that is said, and counted.
 */
@ApplicationScoped
public class OngoingVisit implements MetricSource {
  private final Counter unknownSessions =
      Counter.builder()
          .name("petlab_unknown_sessions_total")
          .help("Requests of the shop whose session nobody knew (any more).")
          .withoutExemplars()
          .build();

  /**
   * The visit so far, to be looked at only; an empty one when there has been none.
   *
   * @throws HttpProblem when it has ended
   */
  public Visit of(HttpServletRequest request) {
    if (isExpired(request)) {
      throw HttpProblem.conflict(
          "Your session has expired, and your cart is gone. Please start again.");
    }
    return Visit.readOnly(request);
  }

  /** Whether the request's session has ended; it is counted, and to be told. */
  public boolean isExpired(HttpServletRequest request) {
    boolean isExpired =
        request.getRequestedSessionId() != null && request.getSession(false) == null;
    if (isExpired) {
      unknownSessions.inc();
    }
    return isExpired;
  }

  @Override
  public String name() {
    return "visits";
  }

  @Override
  public MetricSnapshots collect() {
    return MetricSnapshots.of(unknownSessions.collect());
  }
}
