package org.petlab.workflow.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderMetricsTest {
  @Test
  void ordersAreCountedByStatusAndWhatIsMoreHasItsOwnMetric() throws IOException {
    assertThat(text(Map.of("COMPLETED", 7L, "awaiting_approval", 2L, "duplicates", 1L)))
        .contains("petlab_orders{status=\"completed\"} 7.0\n")
        .contains("petlab_orders_awaiting_approval 2.0\n")
        .contains("petlab_duplicate_documents 1.0\n")
        .doesNotContain("status=\"duplicates\"");
  }

  private static String text(Map<String, Long> counts) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenMetricsTextFormatWriter.create().write(text, OrderMetrics.of(counts));
    return text.toString(StandardCharsets.UTF_8);
  }
}
