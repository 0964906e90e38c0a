package org.petlab.workflow.management;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Locale;
import java.util.Set;
import org.petlab.workflow.observability.metrics.Gauges;
import org.petlab.workflow.observability.metrics.MetricSource;

/** How many orders there are: the counts of the management call, made when they are asked for. */
@ApplicationScoped
class OrderMetrics implements MetricSource {
  // These say something more of orders that are counted by their status already.
  private static final Set<String> NOTES = Set.of("duplicates", "awaiting_approval");

  @Inject private ManagedApplication managed;

  @Override
  public String name() {
    return "orders";
  }

  @Override
  public MetricSnapshots collect() {
    Gauges orders = new Gauges("petlab_orders", "Orders by what became of them here.");
    Gauges noted =
        new Gauges(
            "petlab_orders_noted", "Orders that await a person's approval; duplicate documents.");
    managed
        .counts()
        .forEach(
            (name, count) -> {
              if (NOTES.contains(name)) {
                noted.add(count, "note", name);
              } else {
                orders.add(count, "status", name.toLowerCase(Locale.ROOT));
              }
            });
    return MetricSnapshots.of(orders.snapshot(), noted.snapshot());
  }
}
