package org.petlab.workflow.observability.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.observability.metrics.ServerPools.PoolUse;

/** The connections of this application: to its database, and those for sending to the broker. */
@ApplicationScoped
class PoolMetrics implements MetricSource {
  private static final List<String> POOLS = List.of("database", "broker");

  @Override
  public String name() {
    return "pools";
  }

  @Override
  public MetricSnapshots collect() {
    Gauges connections =
        new Gauges("petlab_pool_connections", "Connections of a pool, in use and free.");
    for (String pool : POOLS) {
      PoolUse use = ServerPools.use(Application.current() + "-" + pool);
      connections.add(use.used(), "pool", pool, "state", "used");
      connections.add(use.free(), "pool", pool, "state", "free");
    }
    return MetricSnapshots.of(connections.snapshot());
  }
}
