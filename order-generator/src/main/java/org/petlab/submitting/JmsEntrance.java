package org.petlab.submitting;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/** The queue of purchase orders: a persistent message outside any transaction. */
final class JmsEntrance implements Entrance {
  private static final String QUEUE = "PurchaseOrderQueue";

  private final Session session;
  private final MessageProducer producer;

  JmsEntrance(Connection connection) throws JMSException {
    session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    producer = session.createProducer(session.createQueue(QUEUE));
    producer.setDeliveryMode(DeliveryMode.PERSISTENT);
  }

  @Override
  public Receipt submit(String orderId, String document) {
    try {
      TextMessage message = session.createTextMessage(document);
      message.setStringProperty("petlabOrder", orderId);
      message.setStringProperty("petlabDocument", orderId);
      producer.send(message);
      return Receipt.confirmed(0);
    } catch (JMSSecurityException refused) {
      return Receipt.refused(0, 0);
    } catch (JMSException unanswered) {
      return Receipt.unsettled(0, 0);
    }
  }

  @Override
  public void close() {
    try {
      session.close();
    } catch (JMSException gone) {
      // Its connection is closed next, and the process ends.
    }
  }
}
