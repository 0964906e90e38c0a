package org.petlab.workflow.messaging.transports;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.MessageProperties;
import org.petlab.workflow.kernel.SendFailedException;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.transactions.CommitGuard;

/**
 * Sends a persistent message in whatever transaction the thread is in: with one, the message joins
 * it; without, the broker has stored it when the call returns.
 */
@ApplicationScoped
public class JmsSender {
  private static final String DEAD_LETTER_SUFFIX = ".dead";

  private final Map<String, Destination> destinations = new ConcurrentHashMap<>();
  private volatile ConnectionFactory connections;

  @Inject private CommitGuard transaction;

  void send(Document document, Transition transition) {
    send(document, transition, message -> {});
  }

  /** For somebody who sent it to this application by other means, and is known to it. */
  void sendFor(String sender, Document document, Transition transition) {
    send(document, transition, message -> MessageProperties.writeSender(message, sender));
  }

  /** What more is said of a message. */
  @FunctionalInterface
  private interface Addition {
    void to(Message message) throws JMSException;
  }

  private void send(Document document, Transition transition, Addition addition) {
    try (Connection connection = connections().createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer =
            session.createProducer(
                destination(session, transition.destination(), transition.reachesTopic()))) {
      Message message = session.createTextMessage(document.xml());
      MessageProperties.write(message, document);
      addition.to(message);
      transaction.checkCanCommit();
      producer.send(message);
    } catch (JMSException e) {
      throw new SendFailedException(document, transition, e.getMessage(), e);
    }
  }

  /**
   * Puts a message that cannot be read into the dead-letter queue of its own, with the reason.
   *
   * @param subscription the subscription that it came by; empty when it came from a queue
   */
  public void moveToDeadLetterQueue(
      Message unreadable, String destination, String subscription, String reason) {
    String deadLetterQueue = destination + DEAD_LETTER_SUFFIX;
    try (Connection connection = connections().createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer =
            session.createProducer(
                destination(session, deadLetterQueue, !subscription.isEmpty()))) {
      transaction.checkCanCommit();
      String origin = subscription.isEmpty() ? destination : subscription;
      producer.send(
          MessageProperties.deadLetter(session, unreadable, Application.current(), origin, reason));
    } catch (JMSException e) {
      throw new IllegalStateException("Could not put a message into " + deadLetterQueue, e);
    }
  }

  /** Whether the broker takes a connection of this application, and answers on it. */
  public void check() throws JMSException {
    try (Connection connection = connections().createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
      // A connection of the pool looks open when the broker has gone: it is asked for a
      // destination.
      Transition sent = anySentBy(Application.current());
      if (sent.reachesTopic()) {
        session.createTopic(sent.destination());
      } else {
        session.createQueue(sent.destination());
      }
    }
  }

  private static Transition anySentBy(Application application) {
    return Arrays.stream(Transition.values())
        .filter(transition -> transition.sender() == application)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(application + " sends nothing"));
  }

  // Creating a destination asks the broker whether it exists: once is enough.
  private Destination destination(Session session, String name, boolean isTopic)
      throws JMSException {
    Destination known = destinations.get(name);
    if (known == null) {
      known = isTopic ? session.createTopic(name) : session.createQueue(name);
      destinations.put(name, known);
    }
    return known;
  }

  private ConnectionFactory connections() {
    if (connections == null) {
      String name = "jms/" + Application.current().id();
      try {
        connections = InitialContext.doLookup(name);
      } catch (NamingException e) {
        throw new IllegalStateException("Expected a JMS connection factory at " + name, e);
      }
    }
    return connections;
  }
}
