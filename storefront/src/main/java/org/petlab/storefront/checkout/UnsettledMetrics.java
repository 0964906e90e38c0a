package org.petlab.storefront.checkout;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.workflow.observability.metrics.Gauges;
import org.petlab.workflow.observability.metrics.MetricSource;

/** How many orders are being looked into. */
@ApplicationScoped
class UnsettledMetrics implements MetricSource {
  @Inject private UnsettledOrders unsettled;

  @Override
  public String name() {
    return "unsettled-orders";
  }

  @Override
  public MetricSnapshots collect() {
    Gauges open =
        new Gauges(
            "petlab_orders_unsettled", "Orders of which it is not known yet whether they stand.");
    return MetricSnapshots.of(open.add(unsettled.open()).snapshot());
  }
}
