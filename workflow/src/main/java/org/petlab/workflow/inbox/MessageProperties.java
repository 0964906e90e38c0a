package org.petlab.workflow.inbox;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.petlab.workflow.Activation;
import org.petlab.workflow.Document;
import org.petlab.workflow.ForeignClient;
import org.petlab.workflow.measuring.WallClock;

/** What a message says of the document that it carries. */
public final class MessageProperties {
  private static final String ORDER = "petlabOrder";
  private static final String DOCUMENT = "petlabDocument";
  private static final String SENT = "petlabSentNanos";
  private static final String REASON = "petlabReason";
  // The broker writes the same when it gives a message up; the dead-letter queues select by it.
  private static final String ORIGIN = "_AMQ_ORIG_QUEUE";
  private static final String DELIVERIES = "JMSXDeliveryCount";
  // The broker writes it: nobody can send under another's name.
  private static final String SENDER = "_AMQ_VALIDATED_USER";
  private static final String UNKNOWN = "unknown";

  private MessageProperties() {}

  public static void write(Message message, Document document) throws JMSException {
    message.setStringProperty(ORDER, document.orderId());
    message.setStringProperty(DOCUMENT, document.id());
    message.setLongProperty(SENT, WallClock.nanos());
  }

  /** What a foreign sender left out is unknown or 0. */
  static Activation read(Message message) throws JMSException {
    return new Activation(
        text(message, ORDER),
        text(message, DOCUMENT),
        message.propertyExists(DELIVERIES) ? message.getIntProperty(DELIVERIES) : 1,
        message.propertyExists(SENT) ? message.getLongProperty(SENT) : 0);
  }

  /** Whose the document is, as the sender says; known before the document is read. */
  public static String orderOf(Message message) {
    try {
      return text(message, ORDER);
    } catch (JMSException e) {
      return UNKNOWN;
    }
  }

  /** Whether the foreign client sent it, by the user that it showed the broker. */
  public static boolean isOfForeignClient(Message message) {
    try {
      return ForeignClient.NAME.equals(message.getStringProperty(SENDER));
    } catch (JMSException e) {
      throw new IllegalStateException("Could not read who sent a message", e);
    }
  }

  /**
   * @param origin the queue or subscription whose dead letter it is
   */
  public static Message deadLetter(
      Session session, Message unreadable, String origin, String reason) throws JMSException {
    Message dead =
        unreadable instanceof TextMessage text
            ? session.createTextMessage(text.getText())
            : session.createMessage();
    dead.setStringProperty(ORDER, text(unreadable, ORDER));
    dead.setStringProperty(DOCUMENT, text(unreadable, DOCUMENT));
    dead.setStringProperty(REASON, reason);
    dead.setStringProperty(ORIGIN, origin);
    return dead;
  }

  private static String text(Message message, String property) throws JMSException {
    String value = message.getStringProperty(property);
    return value == null ? UNKNOWN : value;
  }
}
