package org.petlab.workflow.observability.metrics;

import io.prometheus.metrics.core.datapoints.CounterDataPoint;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Unit;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.interceptor.Interceptor;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.EnumMap;
import java.util.Map;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListener;
import org.petlab.workflow.kernel.transactions.AfterCompletion;

/** How many steps this application took, how they ended and how long they lasted. */
@ApplicationScoped
@Priority(Interceptor.Priority.LIBRARY_BEFORE + 1)
class StepMetrics implements StepListener, MetricSource {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double[] BOUNDS_S = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10
  };

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  private final Counter taken =
      Counter.builder()
          .name("petlab_steps_total")
          .help("Steps that were taken, by how their transaction ended.")
          .labelNames("step", "outcome")
          .withoutExemplars()
          .build();
  private final Histogram lasted =
      Histogram.builder()
          .name("petlab_step_duration_seconds")
          .unit(Unit.SECONDS)
          .help("From the begin of a step's work until its transaction is over.")
          .labelNames("step")
          .classicOnly()
          .classicUpperBounds(BOUNDS_S)
          .withoutExemplars()
          .build();

  // Looked up once: a step only counts.
  private final Map<Step, StepDataPoints> points = new EnumMap<>(Step.class);

  private record StepDataPoints(
      CounterDataPoint committed, CounterDataPoint rolledBack, DistributionDataPoint lasted) {}

  @PostConstruct
  void startAtZero() {
    for (Step step : Step.values()) {
      if (step.application() == Application.current()) {
        begin(step);
      }
    }
  }

  void begin(Step step) {
    points.put(
        step,
        new StepDataPoints(
            taken.labelValues(step.id(), "committed"),
            taken.labelValues(step.id(), "rolled-back"),
            lasted.labelValues(step.id())));
  }

  @Override
  public void stepBegins(Step step, Activation activation) {
    long beganNanos = System.nanoTime();
    transaction.registerInterposedSynchronization(
        (AfterCompletion)
            status ->
                ended(step, status == Status.STATUS_COMMITTED, System.nanoTime() - beganNanos));
  }

  void ended(Step step, boolean committed, long nanos) {
    StepDataPoints of = points.get(step);
    (committed ? of.committed : of.rolledBack).inc();
    of.lasted.observe(nanos / NANOS_PER_SECOND);
  }

  @Override
  public String name() {
    return "steps";
  }

  @Override
  public MetricSnapshots collect() {
    return MetricSnapshots.of(taken.collect(), lasted.collect());
  }
}
