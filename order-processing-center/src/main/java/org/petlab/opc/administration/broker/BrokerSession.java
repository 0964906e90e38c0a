package org.petlab.opc.administration.broker;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.petlab.pages.HttpProblem;

/** Asks the broker as the order processing center, within the transaction if there is one. */
@ApplicationScoped
class BrokerSession {
  @Resource(lookup = "jms/opc")
  private ConnectionFactory connections;

  /** What is done with a session. */
  @FunctionalInterface
  interface SessionCall<T> {
    T call(Session session) throws JMSException;
  }

  /**
   * @param what to be done, for the sentence that says that it could not
   */
  <T> T call(String what, SessionCall<T> call) {
    try (Connection connection = connections.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      connection.start();
      return call.call(session);
    } catch (JMSException e) {
      throw HttpProblem.serviceUnavailable("Could not " + what + ": " + e.getMessage() + ".", e);
    }
  }
}
