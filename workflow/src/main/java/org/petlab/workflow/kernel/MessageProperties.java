package org.petlab.workflow.kernel;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/**
 * What a message says of the document that it carries. A sender can write what it likes: what
 * cannot be read is unknown, and nothing here fails because of it.
 */
public final class MessageProperties {
  public static final String UNKNOWN = "unknown";
  public static final String ORDER = "petlabOrder";
  public static final String DOCUMENT = "petlabDocument";
  public static final String REASON = "petlabReason";
  private static final String SENT = "petlabSentNanos";
  // For whom an application sends what was sent to it; only a few are believed, see sender.
  private static final String SENDER = "petlabSender";
  // The broker writes the same when it gives a message up; the dead-letter queues select by it.
  private static final String ORIGIN = "_AMQ_ORIG_QUEUE";
  private static final String DELIVERIES = "JMSXDeliveryCount";
  // The broker writes it: nobody can send under another's name.
  private static final String USER = "_AMQ_VALIDATED_USER";
  private static final Object UNREADABLE = new Object();

  private MessageProperties() {}

  public static void write(Message message, Document document) throws JMSException {
    message.setStringProperty(ORDER, document.orderId());
    message.setStringProperty(DOCUMENT, document.id());
    message.setLongProperty(SENT, WallClock.nanos());
  }

  /** Says for whom a message is sent; to be called by who has made sure of it. */
  public static void writeSender(Message message, String sender) throws JMSException {
    message.setStringProperty(SENDER, sender);
  }

  /** What a foreign sender left out, or what cannot be read, is unknown or 0. */
  public static Activation read(Message message, Application consumer) {
    return new Activation(
        ForeignClient.NAME.equals(sender(message, consumer))
            ? foreignOrder(message)
            : id(message, ORDER),
        id(message, DOCUMENT),
        value(message, DELIVERIES) instanceof Integer count ? count : 1,
        value(message, SENT) instanceof Number nanos ? nanos.longValue() : 0);
  }

  /** It may not speak of others' orders: their histories would tell what never happened to them. */
  private static String foreignOrder(Message message) {
    String order = id(message, ORDER);
    return order.startsWith(ForeignClient.ORDER_IDS) ? order : UNKNOWN;
  }

  /**
   * Requires that each property has the type that it should have, if it is there.
   *
   * @throws UnreadableDocumentException with the property's name
   */
  public static void requireReadable(Message message) {
    require(message, ORDER, String.class, "a text");
    require(message, DOCUMENT, String.class, "a text");
    require(message, SENT, Number.class, "a number");
  }

  private static void require(Message message, String property, Class<?> type, String what) {
    Object value = value(message, property);
    if (value != null && !type.isInstance(value)) {
      throw new UnreadableDocumentException(
          "Expected the property %s to be %s, or not to be there".formatted(property, what));
    }
  }

  /** Whose the document is, as the sender says; known before the document is read. */
  public static String orderOf(Message message) {
    return id(message, ORDER);
  }

  /**
   * Who sent the document: the user that was shown to the broker. Where it is the consumer, which
   * takes documents by SOAP and puts aside what it cannot read, or the administration, which puts
   * that back, it is whom they name. Nobody else is believed.
   *
   * @param consumer whose queue the message was sent to
   */
  public static String sender(Message message, Application consumer) {
    String user = id(message, USER);
    boolean speaksForOthers = user.equals(consumer.id()) || user.equals(Application.OPC.id());
    return speaksForOthers && value(message, SENDER) instanceof String named ? named : user;
  }

  /**
   * The message as it is put into the dead-letter queue.
   *
   * @param origin the queue or subscription whose dead letter it is
   */
  public static Message deadLetter(
      Session session, Message unreadable, Application consumer, String origin, String reason)
      throws JMSException {
    Message dead = again(session, unreadable, consumer);
    dead.setStringProperty(REASON, reason);
    dead.setStringProperty(ORIGIN, origin);
    return dead;
  }

  /**
   * The same text or bytes, with what can be read of the properties and the sender. What else a
   * message can hold is left out: no step can take it, and nobody shall open it.
   */
  public static Message again(Session session, Message message, Application consumer)
      throws JMSException {
    String order = id(message, ORDER);
    String document = id(message, DOCUMENT);
    String sender = sender(message, consumer);
    Message again = sameContent(session, message);
    again.setStringProperty(ORDER, order);
    again.setStringProperty(DOCUMENT, document);
    writeSender(again, sender);
    return again;
  }

  private static Message sameContent(Session session, Message message) throws JMSException {
    if (message instanceof TextMessage text) {
      return session.createTextMessage(text.getText());
    }
    if (message instanceof BytesMessage bytes) {
      return sameBytes(session, bytes);
    }
    // To send an object on that was received by this session would be to build it.
    return session.createMessage();
  }

  private static Message sameBytes(Session session, BytesMessage message) throws JMSException {
    byte[] content = new byte[Math.toIntExact(message.getBodyLength())];
    message.reset();
    message.readBytes(content);
    BytesMessage again = session.createBytesMessage();
    again.writeBytes(content);
    return again;
  }

  /** An id that a property holds; unknown when it holds none. */
  public static String id(Message message, String property) {
    return value(message, property) instanceof String text && Identifier.isValid(text)
        ? text
        : UNKNOWN;
  }

  /** Null when it is not there; of no type that is expected when it cannot be read. */
  public static Object value(Message message, String property) {
    try {
      return message.getObjectProperty(property);
    } catch (JMSException | RuntimeException e) {
      return UNREADABLE;
    }
  }
}
