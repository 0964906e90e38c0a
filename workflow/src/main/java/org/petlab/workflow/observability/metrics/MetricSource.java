package org.petlab.workflow.observability.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** A bean that contributes metrics to {@code /metrics}. */
public interface MetricSource {

  /** Its name in {@code petlab_source_up}, which says whether it could be collected. */
  String name();

  /** Called at each scrape, and only then. */
  MetricSnapshots collect();
}
