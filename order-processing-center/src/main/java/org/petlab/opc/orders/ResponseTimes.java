package org.petlab.opc.orders;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.observability.metrics.MetricSource;

/**
 * How long orders took, from the instant that the purchase order names until their completion mail
 * was sent.
 *
 * <p>That instant is kept in memory, for no step after the first reads it. An order that a restart
 * of the server meets on its way is therefore counted, and its time is not known.
 */
@ApplicationScoped
public class ResponseTimes implements MetricSource {
  static final int MAX_KEPT = 20_000;

  private static final double NANOS_PER_SECOND = 1e9;
  // Five a decade, rounded; whoever draws them by logarithms gets rows of about the same height.
  private static final double[] BOUNDS_S = {
    0.001, 0.0016, 0.0025, 0.004, 0.0063, 0.01, 0.016, 0.025, 0.04, 0.063, 0.1, 0.16, 0.25, 0.4,
    0.63, 1, 1.6, 2.5, 4, 6.3, 10, 16, 25, 40, 63, 100
  };

  // Orders that are refused or wait for a person never leave it by themselves: the oldest must.
  private final Map<String, Instant> placedAt =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
              return size() > MAX_KEPT;
            }
          });

  private final Counter mails =
      Counter.builder()
          .name("petlab_completion_mails_total")
          .help("Mails that told of an order's completion and were sent.")
          .withoutExemplars()
          .build();
  private final Histogram took =
      Histogram.builder()
          .name("petlab_response_time_seconds")
          .unit(Unit.SECONDS)
          .help("From the instant at which an order was placed until its completion mail was sent.")
          .classicOnly()
          .classicUpperBounds(BOUNDS_S)
          .withoutExemplars()
          .build();

  // Looked up once, which also lets both begin at zero.
  private final CounterDataPoint mailed = mails.labelValues();
  private final DistributionDataPoint times = took.labelValues();

  /** An order is booked; its transaction may still roll back. */
  public void received(PurchaseOrder purchase) {
    placedAt.put(purchase.getOrderId(), purchase.getPlacedAt());
  }

  /** The mail server has taken the mail that tells of the order's completion. */
  public void completionMailed(String orderId) {
    completionMailed(orderId, Instant.now());
  }

  void completionMailed(String orderId, Instant now) {
    mailed.inc();
    Instant placed = placedAt.remove(orderId);
    // A foreign client's clock may be ahead of ours.
    if (placed != null && !placed.isAfter(now)) {
      times.observe(Duration.between(placed, now).toNanos() / NANOS_PER_SECOND);
    }
  }

  @Override
  public String name() {
    return "responses";
  }

  @Override
  public MetricSnapshots collect() {
    return MetricSnapshots.of(mails.collect(), took.collect());
  }
}
