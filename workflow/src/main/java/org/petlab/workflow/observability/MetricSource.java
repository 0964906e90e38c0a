package org.petlab.workflow.observability;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** A bean that has something to tell at {@code /metrics}. */
public interface MetricSource {

  /** Its name in {@code petlab_source_up}, which says whether it could be asked. */
  String name();

  /** Asked each time that somebody asks for the metrics, and never else. */
  MetricSnapshots tell();
}
