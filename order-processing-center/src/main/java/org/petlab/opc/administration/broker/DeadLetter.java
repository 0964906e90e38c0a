package org.petlab.opc.administration.broker;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.pages.Refusal;

/**
 * A document that no step could take. What is in it stays in the broker: it may be anything.
 *
 * @param queue from which it was taken in vain
 * @param id tells it from the others of its queue
 * @param orderId whose it is, as its sender says; "unknown" when nothing was said
 * @param retriable whether it can be put back: a message without text cannot
 * @param sentAt when it was sent to the queue or, if it was unreadable, put aside
 */
public record DeadLetter(
    String queue,
    String id,
    String orderId,
    String documentId,
    String reason,
    boolean retriable,
    Instant sentAt) {
  // Written by the broker when it gives a message up, and by the applications otherwise.
  private static final String ORIGINAL_ID = "_AMQ_ORIG_MESSAGE_ID";
  private static final String MESSAGE_ID = "ID:";

  // It stands in a path, where Payara refuses the colon of JMS.
  private static final Pattern ID =
      Pattern.compile("given-up-(\\d{1,19})|put-aside-([0-9A-Za-z-]{1,64})");
  private static final String UNKNOWN = "unknown";

  static DeadLetter of(BrokerQueue queue, Message message) throws JMSException {
    return new DeadLetter(
        queue.name(),
        id(message),
        text(message, "petlabOrder", UNKNOWN),
        text(message, "petlabDocument", UNKNOWN),
        text(message, "petlabReason", "The step failed too often: see the order's history"),
        message instanceof TextMessage,
        Instant.ofEpochMilli(message.getJMSTimestamp()));
  }

  private static String id(Message message) throws JMSException {
    return message.propertyExists(ORIGINAL_ID)
        ? "given-up-" + message.getLongProperty(ORIGINAL_ID)
        : "put-aside-" + String.valueOf(message.getJMSMessageID()).replace(MESSAGE_ID, "");
  }

  private static String text(Message message, String property, String otherwise)
      throws JMSException {
    String value = message.getStringProperty(property);
    return value == null ? otherwise : value;
  }

  /** The selector that finds the letter of this id. */
  static String selector(String id) {
    Matcher known = ID.matcher(id);
    if (!known.matches()) {
      throw Refusal.badInput("'" + id + "' is no dead letter's id.");
    }
    return known.group(1) == null
        ? "JMSMessageID = '" + MESSAGE_ID + known.group(2) + "'"
        : ORIGINAL_ID + " = " + known.group(1);
  }
}
