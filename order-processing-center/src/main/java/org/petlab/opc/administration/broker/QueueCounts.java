package org.petlab.opc.administration.broker;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the broker itself says of its queues: one message to its management and one back, whatever
 * the queues hold. The broker lets this application call {@code listQueues} and nothing else.
 */
final class QueueCounts {
  private static final String MANAGEMENT = "activemq.management";
  private static final String RESOURCE = "_AMQ_ResourceName";
  private static final String OPERATION = "_AMQ_OperationName";
  private static final String SUCCEEDED = "_AMQ_OperationSucceeded";
  // All queues, the first page of so many.
  private static final String PARAMETERS = "[\"\", 1, 1000]";
  private static final long WAIT_MS = 2_000;

  private final Map<String, QueueCount> byQueue;

  private QueueCounts(Map<String, QueueCount> byQueue) {
    this.byQueue = byQueue;
  }

  /**
   * A queue of the broker.
   *
   * @param messages all, also those that a step is working on and those that wait for a retry
   * @param delivering those that a consumer has got and has not confirmed
   */
  record QueueCount(long messages, long delivering) {
    long waiting() {
      return Math.max(0, messages - delivering);
    }
  }

  static QueueCounts query(Session session) throws JMSException {
    TemporaryQueue replies = session.createTemporaryQueue();
    try (MessageProducer producer = session.createProducer(session.createQueue(MANAGEMENT));
        MessageConsumer consumer = session.createConsumer(replies)) {
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      producer.send(question(session, replies));
      return new QueueCounts(read(consumer.receive(WAIT_MS)));
    } finally {
      replies.delete();
    }
  }

  private static Message question(Session session, TemporaryQueue replies) throws JMSException {
    TextMessage question = session.createTextMessage(PARAMETERS);
    question.setStringProperty(RESOURCE, "broker");
    question.setStringProperty(OPERATION, "listQueues");
    question.setJMSReplyTo(replies);
    return question;
  }

  private static Map<String, QueueCount> read(Message reply) throws JMSException {
    if (!(reply instanceof TextMessage text)) {
      throw new JMSException("its management does not answer");
    }
    if (!text.getBooleanProperty(SUCCEEDED)) {
      throw new JMSException("its management refuses: " + text.getText());
    }
    return read(text.getText());
  }

  /** The result of a call is a list of one: a text, which is JSON again. */
  static Map<String, QueueCount> read(String reply) {
    try (JsonReader list = Json.createReader(new StringReader(reply));
        JsonReader queues = Json.createReader(new StringReader(list.readArray().getString(0)))) {
      return queues.readObject().getJsonArray("data").getValuesAs(JsonObject.class).stream()
          .collect(Collectors.toMap(queue -> queue.getString("name"), QueueCounts::count));
    }
  }

  private static QueueCount count(JsonObject queue) {
    return new QueueCount(number(queue, "messageCount"), number(queue, "deliveringCount"));
  }

  private static long number(JsonObject queue, String field) {
    return Long.parseLong(queue.getString(field));
  }

  QueueCount of(String queue) throws JMSException {
    QueueCount count = byQueue.get(queue);
    if (count == null) {
      throw new JMSException("it has no queue " + queue);
    }
    return count;
  }
}
