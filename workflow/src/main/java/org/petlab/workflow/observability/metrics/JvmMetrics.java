package org.petlab.workflow.observability.metrics;

import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * The server's JVM. Applications that share it tell the same. What listens to each collection of
 * the garbage collector is left out: it would work while nobody asks.
 */
@ApplicationScoped
class JvmMetrics implements MetricSource {
  private final PrometheusRegistry registry = new PrometheusRegistry();

  @PostConstruct
  void begin() {
    JvmMemoryMetrics.builder().register(registry);
    JvmGarbageCollectorMetrics.builder().register(registry);
    JvmThreadsMetrics.builder().register(registry);
    JvmRuntimeInfoMetric.builder().register(registry);
    ProcessMetrics.builder().register(registry);
  }

  @Override
  public String name() {
    return "jvm";
  }

  @Override
  public MetricSnapshots collect() {
    return registry.scrape();
  }
}
