package org.petlab.opc.administration.orders;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * All that is known of an order. The card is not among it.
 *
 * @param shipTo null when the order's document cannot be read
 * @param unanswered the applications that were asked for their steps in vain
 */
public record OrderDetails(
    OrderList.Entry order,
    String refusal,
    int duplicates,
    Recipient shipTo,
    List<Line> lines,
    List<HistoryStep> steps,
    List<MailSent> mails,
    List<String> unanswered) {

  /** Whither it is shipped. */
  public record Recipient(
      String name, String street, String postalCode, String city, String country) {}

  /** One item, and how many of it have been shipped. */
  public record Line(
      int number,
      String itemId,
      String description,
      int quantity,
      BigDecimal unitPrice,
      int shipped) {}

  /**
   * An attempt at a step.
   *
   * @param deliveries 1 at the first delivery; 0 when a person set it going
   * @param outcome committed or rolled-back
   * @param transition along which the order went on; null when it did not
   * @param delegate by which means
   */
  public record HistoryStep(
      String application,
      String step,
      Instant beganAt,
      BigDecimal tookMs,
      int deliveries,
      String outcome,
      String documentId,
      String transition,
      String delegate) {}

  /**
   * A mail to the customer: which one, and when the mail server took it.
   *
   * @param subject null, as is the text, when the mail server does not keep mails or does not
   *     answer
   */
  public record MailSent(
      String kind, String documentId, Instant sentAt, String subject, String text) {}
}
