package org.petlab.workflow.management;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Locale;
import java.util.Map;
import org.petlab.workflow.observability.metrics.Gauges;
import org.petlab.workflow.observability.metrics.MetricSource;

/** How many orders there are: the counts of the management call, made when they are asked for. */
@ApplicationScoped
class OrderMetrics implements MetricSource {
  // These say something more of orders that are counted by their status already.
  private static final String AWAITING_APPROVAL = "awaiting_approval";
  private static final String DUPLICATES = "duplicates";

  @Inject private ManagedApplication managed;

  @Override
  public String name() {
    return "orders";
  }

  @Override
  public MetricSnapshots collect() {
    return of(managed.counts());
  }

  static MetricSnapshots of(Map<String, Long> counts) {
    Gauges orders = new Gauges("petlab_orders", "Orders by what became of them here.");
    Gauges awaiting =
        new Gauges("petlab_orders_awaiting_approval", "Orders that wait for a person's approval.");
    Gauges duplicates =
        new Gauges("petlab_duplicate_documents", "Documents that came again and changed nothing.");
    counts.forEach(
        (name, count) -> {
          switch (name) {
            case AWAITING_APPROVAL -> awaiting.add(count);
            case DUPLICATES -> duplicates.add(count);
            default -> orders.add(count, "status", name.toLowerCase(Locale.ROOT));
          }
        });
    return MetricSnapshots.of(orders.snapshot(), awaiting.snapshot(), duplicates.snapshot());
  }
}
