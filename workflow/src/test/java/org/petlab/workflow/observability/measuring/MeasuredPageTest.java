package org.petlab.workflow.observability.measuring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MeasuredPageTest {
  private static final long WORK_NANOS = 20_000_000L;

  @Test
  void aPageIsRecordedFromBeginToEnd() throws IOException {
    try (RecordedMarks marks = RecordedMarks.begin()) {
      MeasuredPage page = MeasuredPage.begin("/storefront/cart");
      ThreadCpuTimeTest.work(WORK_NANOS);
      page.end();

      assertThat(marks.events()).hasSize(1);
      assertThat(marks.events().getFirst().getString("page")).isEqualTo("/storefront/cart");
      assertThat(marks.events().getFirst().getDuration())
          .isGreaterThanOrEqualTo(Duration.ofNanos(WORK_NANOS * 99 / 100));
    }
  }

  @Test
  void aPageThatNobodyAsksAboutIsNotRecorded() throws IOException {
    try (RecordedMarks marks = RecordedMarks.withoutThem()) {
      MeasuredPage page = MeasuredPage.begin("/storefront/cart");
      marks.askForThem();
      page.end();

      assertThat(marks.events()).isEmpty();
    }
  }
}
