package org.petlab.opc.administration.broker;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.workflow.observability.metrics.Gauges;
import org.petlab.workflow.observability.metrics.MetricSource;

/** How long the queues are, as the administration's page has it. */
@ApplicationScoped
class QueueMetrics implements MetricSource {
  @Inject private Queues queues;

  @Override
  public String name() {
    return "queues";
  }

  @Override
  public MetricSnapshots collect() {
    return snapshots(queues.lengths());
  }

  static MetricSnapshots snapshots(Queues.Lengths lengths) {
    Gauges waiting =
        new Gauges("petlab_queue_documents", "Documents that wait in a queue for their step.");
    Gauges dead =
        new Gauges("petlab_queue_dead_letters", "Documents of a queue that no step could take.");
    for (Queues.Length queue : lengths.queues()) {
      waiting.add(queue.waiting(), "queue", queue.queue());
      dead.add(queue.deadLetters(), "queue", queue.queue());
    }
    return MetricSnapshots.of(waiting.snapshot(), dead.snapshot());
  }
}
