package org.petlab.opc.administration.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.petlab.opc.administration.orders.OrderDetails.HistoryStep;
import org.petlab.opc.history.OrderHistoryCollector.ApplicationStep;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.observability.history.StepRecord;

class HistoryStepsTest {

  @ParameterizedTest
  @CsvSource({
    "10001-M-approved, approved",
    "10001-I1-M-shipped, shipped",
    "F-M-1-I1-M-shipped, shipped",
    "by-hand, by-hand"
  })
  void aMailsKindIsReadFromItsDocument(String documentId, String kind) {
    assertThat(HistorySteps.kind(documentId)).isEqualTo(kind);
  }

  @Test
  void onlyMailsWhoseStepWasCommittedAreTold() {
    List<ApplicationStep> steps =
        List.of(
            mailing(StepRecord.ROLLED_BACK, 1, "10001-M-approved"),
            mailing(StepRecord.COMMITTED, 2, "10001-M-approved"));
    assertThat(HistorySteps.mails(List.of(mailing(StepRecord.DEAD_LETTER, 1, "10001-M-approved"))))
        .isEmpty();
    assertThat(HistorySteps.mails(steps))
        .singleElement()
        .returns("approved", OrderDetails.MailSent::kind)
        .returns(Instant.ofEpochMilli(3), OrderDetails.MailSent::sentAt);
    assertThat(HistorySteps.of(steps))
        .extracting(HistoryStep::outcome, HistoryStep::deliveries, HistoryStep::tookMs)
        .containsExactly(
            tuple("rolled-back", 1, new BigDecimal("1.5")),
            tuple("committed", 2, new BigDecimal("1.5")));
  }

  private static ApplicationStep mailing(String outcome, int deliveries, String documentId) {
    return new ApplicationStep(
        Application.OPC,
        new StepRecord(
            "10001", "mailing", 1_500_000, 3_000_000, deliveries, outcome, documentId, null, null));
  }
}
