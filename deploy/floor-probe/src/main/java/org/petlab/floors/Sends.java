package org.petlab.floors;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** Persistent sends, each with a connection from the pool, as the applications send. */
@ApplicationScoped
public class Sends {
  /** What {@link BareStep} takes its messages from, and puts them back into. */
  static final String STEPS = "FloorStepQueue";

  /** Nobody takes anything from it but who empties the queues of a bed. */
  private static final String NOBODY = "FloorSendQueue";

  /** About what a supplier order has. */
  private static final String TEXT = "x".repeat(1000);

  @Resource(lookup = "jms/floors")
  private ConnectionFactory broker;

  void toNobody() throws JMSException {
    send(NOBODY, 0);
  }

  void step(long run) throws JMSException {
    send(STEPS, run);
  }

  private void send(String queue, long run) throws JMSException {
    try (Connection connection = broker.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      var message = session.createTextMessage(TEXT);
      message.setLongProperty(BareStep.RUN, run);
      session.createProducer(session.createQueue(queue)).send(message);
    }
  }
}
