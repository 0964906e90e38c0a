package org.petlab.workflow.observability.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.kernel.Step;

/** Steps are counted by how they ended, and their time is told. */
class StepMetricsTest {
  private final StepMetrics metrics = new StepMetrics();

  @Test
  void aStepThatNobodyHasTakenYetIsThereWithNothing() throws IOException {
    metrics.begin(Step.APPROVING);

    assertThat(text())
        .contains("petlab_steps_total{outcome=\"committed\",step=\"approving\"} 0.0\n")
        .contains("petlab_step_duration_seconds_count{step=\"approving\"} 0\n")
        .endsWith("# EOF\n");
  }

  @Test
  void stepsAreCountedByTheirOutcomeAndTimed() throws IOException {
    metrics.begin(Step.APPROVING);
    metrics.ended(Step.APPROVING, true, Duration.ofMillis(4).toNanos());
    metrics.ended(Step.APPROVING, true, Duration.ofMillis(30).toNanos());
    metrics.ended(Step.APPROVING, false, Duration.ofMillis(6).toNanos());

    assertThat(text())
        .contains("petlab_steps_total{outcome=\"committed\",step=\"approving\"} 2.0\n")
        .contains("petlab_steps_total{outcome=\"rolled-back\",step=\"approving\"} 1.0\n")
        .contains("petlab_step_duration_seconds_bucket{step=\"approving\",le=\"0.005\"} 1\n")
        .contains("petlab_step_duration_seconds_bucket{step=\"approving\",le=\"0.01\"} 2\n")
        .contains("petlab_step_duration_seconds_count{step=\"approving\"} 3\n");
  }

  private String text() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenMetricsTextFormatWriter.create().write(text, metrics.collect());
    return text.toString(StandardCharsets.UTF_8);
  }
}
