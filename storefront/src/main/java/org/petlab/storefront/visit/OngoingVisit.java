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
          .help("Requests that were refused because nobody knew their session (any more).")
          .withoutExemplars()
          .build();

  /**
   * The visit so far, to be looked at only; an empty one when there has been none.
   *
   * @throws HttpProblem when it has ended
   */
  public Visit of(HttpServletRequest request) {
    if (request.getRequestedSessionId() != null && request.getSession(false) == null) {
      unknownSessions.inc();
      throw HttpProblem.conflict(
          "Your session has expired, and your cart is gone. Please start again.");
    }
    return Visit.readOnly(request);
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
