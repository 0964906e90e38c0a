package org.petlab.opc.administration.orders;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import org.petlab.opc.administration.Dates;
import org.petlab.opc.administration.orders.OrderDetails.HistoryStep;
import org.petlab.opc.administration.orders.OrderDetails.MailSent;
import org.petlab.opc.history.OrderHistoryCollector.ApplicationStep;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.observability.history.StepRecord;

/** From the steps that were noted to what a person reads of them. */
final class HistorySteps {
  private static final BigDecimal NANOS_PER_MILLI = BigDecimal.valueOf(1_000_000);
  private static final String MAIL = "-M-";

  private HistorySteps() {}

  static List<HistoryStep> of(List<ApplicationStep> steps) {
    return steps.stream().map(each -> step(each.application().id(), each.step())).toList();
  }

  private static HistoryStep step(String application, StepRecord step) {
    return new HistoryStep(
        application,
        step.step(),
        Dates.moment(step.beganNs()),
        BigDecimal.valueOf(step.endedNs() - step.beganNs())
            .divide(NANOS_PER_MILLI, 1, RoundingMode.HALF_UP),
        step.deliveries(),
        step.outcome(),
        step.documentId(),
        step.transition(),
        step.delegate());
  }

  /** The mails that were sent, as far as the steps know: one rolled back may have sent its own. */
  static List<MailSent> mails(List<ApplicationStep> steps) {
    return steps.stream()
        .map(ApplicationStep::step)
        .filter(step -> step.step().equals(Step.MAILING.id()) && step.isCommitted())
        .sorted(Comparator.comparingLong(StepRecord::endedNs))
        .map(
            step ->
                new MailSent(
                    kind(step.documentId()),
                    step.documentId(),
                    Dates.moment(step.endedNs()),
                    null,
                    null))
        .toList();
  }

  /** A mail's document is called {@code <order>-M-<kind>} or {@code <invoice>-M-shipped}. */
  static String kind(String documentId) {
    int begin = documentId.lastIndexOf(MAIL);
    return begin < 0 ? documentId : documentId.substring(begin + MAIL.length());
  }
}
