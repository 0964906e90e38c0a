package org.petlab.opc.administration.broker;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.MessageProperties;

/**
 * A document that no step could take. What is in it stays in the broker: it may be anything.
 *
 * @param queue from which it was taken in vain
 * @param id tells it from the others of its queue
 * @param orderId whose it is, as its sender says; "unknown" when nothing was said
 * @param retriable whether it can be put back: what not even the broker's client can read cannot
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
  private static final String EXPIRED_AT = "_AMQ_ACTUAL_EXPIRY";

  // It is in a path, where Payara refuses the colon of JMS.
  private static final Pattern ID =
      Pattern.compile("given-up-(\\d{1,19})|put-aside-([0-9A-Za-z-]{1,64})");

  static DeadLetter of(BrokerQueue queue, Message message) throws JMSException {
    return new DeadLetter(
        queue.name(),
        id(message),
        MessageProperties.id(message, MessageProperties.ORDER),
        MessageProperties.id(message, MessageProperties.DOCUMENT),
        reason(message),
        true,
        Instant.ofEpochMilli(message.getJMSTimestamp()));
  }

  /** One of which nothing can be read, not even what would tell it from others. */
  static DeadLetter unreadable(BrokerQueue queue) {
    return new DeadLetter(
        queue.name(),
        MessageProperties.UNKNOWN,
        MessageProperties.UNKNOWN,
        MessageProperties.UNKNOWN,
        "Not even the broker's client can read this message: remove it at the broker's console",
        false,
        Instant.EPOCH);
  }

  private static String id(Message message) throws JMSException {
    return MessageProperties.value(message, ORIGINAL_ID) instanceof Long number
        ? "given-up-" + number
        : "put-aside-" + String.valueOf(message.getJMSMessageID()).replace(MESSAGE_ID, "");
  }

  /** What is given up has no reason but what its sender may have made up. */
  private static String reason(Message message) {
    if (MessageProperties.value(message, EXPIRED_AT) != null) {
      return "It expired before its step took it, as its sender wished";
    }
    boolean putAside = MessageProperties.value(message, ORIGINAL_ID) == null;
    return putAside
            && MessageProperties.value(message, MessageProperties.REASON) instanceof String reason
        ? reason
        : "The step failed too often: see the order's history";
  }

  /** The selector that finds the letter of this id. */
  static String selector(String id) {
    Matcher known = ID.matcher(id);
    if (!known.matches()) {
      throw HttpProblem.badRequest("'" + id + "' is not the id of a dead letter.");
    }
    return known.group(1) == null
        ? "JMSMessageID = '" + MESSAGE_ID + known.group(2) + "'"
        : ORIGINAL_ID + " = " + known.group(1);
  }
}
