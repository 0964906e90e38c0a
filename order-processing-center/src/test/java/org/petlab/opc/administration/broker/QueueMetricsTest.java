package org.petlab.opc.administration.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each queue tells what waits in it and what lies beside it. */
class QueueMetricsTest {

  @Test
  void eachQueueTellsWhatWaitsAndWhatIsDead() throws IOException {
    Queues.Lengths lengths =
        new Queues.Lengths(
            List.of(
                new Queues.Length("MailQueue", "MailQueue", 12_000, 0),
                new Queues.Length("invoicing", "InvoiceTopic", 3, 2)));

    assertThat(text(lengths))
        .contains("petlab_queue_documents{queue=\"MailQueue\"} 12000.0\n")
        .contains("petlab_queue_documents{queue=\"invoicing\"} 3.0\n")
        .contains("petlab_queue_dead_letters{queue=\"MailQueue\"} 0.0\n")
        .contains("petlab_queue_dead_letters{queue=\"invoicing\"} 2.0\n");
  }

  private static String text(Queues.Lengths lengths) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenMetricsTextFormatWriter.create().write(text, QueueMetrics.snapshots(lengths));
    return text.toString(StandardCharsets.UTF_8);
  }
}
