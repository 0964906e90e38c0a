package org.petlab.workflow.observability.metrics;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/** One gauge at one moment, point by point. */
public final class Gauges {
  private final GaugeSnapshot.Builder points;

  public Gauges(String name, String help) {
    points = GaugeSnapshot.builder().name(name).help(help);
  }

  /**
   * @param labels names and values by turns
   */
  public Gauges add(double value, String... labels) {
    points.dataPoint(
        GaugeDataPointSnapshot.builder().value(value).labels(Labels.of(labels)).build());
    return this;
  }

  public GaugeSnapshot snapshot() {
    return points.build();
  }
}
