package org.petlab.opc.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.petlab.documents.PurchaseOrder;

/** Response times are told as a histogram, of orders whose beginning is known. */
class ResponseTimesTest {
  private static final Instant PLACED = Instant.parse("2026-11-21T10:15:30Z");

  private final ResponseTimes times = new ResponseTimes();

  @Test
  void beforeTheFirstOrderThereIsNothing() throws IOException {
    assertThat(text())
        .contains("petlab_completion_mails_total 0.0\n")
        .contains("petlab_response_time_seconds_bucket{le=\"+Inf\"} 0\n");
  }

  @Test
  void aTimeBelongsToTheBucketWhoseUpperBoundItDoesNotExceed() throws IOException {
    complete("1", 25);
    complete("2", 26);
    complete("3", 200_000);

    assertThat(text())
        .contains("petlab_completion_mails_total 3.0\n")
        .contains("petlab_response_time_seconds_bucket{le=\"0.016\"} 0\n")
        .contains("petlab_response_time_seconds_bucket{le=\"0.025\"} 1\n")
        .contains("petlab_response_time_seconds_bucket{le=\"0.04\"} 2\n")
        .contains("petlab_response_time_seconds_bucket{le=\"100.0\"} 2\n")
        .contains("petlab_response_time_seconds_bucket{le=\"+Inf\"} 3\n");
  }

  @Test
  void anOrderWhoseBeginningIsNotKnownIsCountedAndNotTimed() throws IOException {
    times.completionMailed("7", PLACED);

    assertThat(text())
        .contains("petlab_completion_mails_total 1.0\n")
        .contains("petlab_response_time_seconds_count 0\n");
  }

  @Test
  void aMailThatIsSentAgainDoesNotTimeTheOrderTwice() throws IOException {
    complete("1", 25);
    times.completionMailed("1", PLACED.plusSeconds(9));

    assertThat(text())
        .contains("petlab_completion_mails_total 2.0\n")
        .contains("petlab_response_time_seconds_count 1\n");
  }

  @Test
  void anOrderOfTheFutureIsNotTimed() throws IOException {
    complete("1", -1);

    assertThat(text()).contains("petlab_response_time_seconds_count 0\n");
  }

  @Test
  void ordersThatNeverCompleteMakeRoomForLaterOnes() throws IOException {
    for (int order = 0; order <= ResponseTimes.MAX_KEPT; order++) {
      times.received(order(Integer.toString(order)));
    }
    times.completionMailed("0", PLACED.plusMillis(1));
    times.completionMailed("1", PLACED.plusMillis(1));

    assertThat(text()).contains("petlab_response_time_seconds_count 1\n");
  }

  private void complete(String orderId, long millis) {
    times.received(order(orderId));
    times.completionMailed(orderId, PLACED.plusMillis(millis));
  }

  private static PurchaseOrder order(String orderId) {
    PurchaseOrder purchase = new PurchaseOrder();
    purchase.setOrderId(orderId);
    purchase.setPlacedAt(PLACED);
    return purchase;
  }

  private String text() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    OpenMetricsTextFormatWriter.create().write(text, times.collect());
    return text.toString(StandardCharsets.UTF_8);
  }
}
