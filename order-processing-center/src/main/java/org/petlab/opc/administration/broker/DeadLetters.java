package org.petlab.opc.administration.broker;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.transaction.Transactional;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.MessageProperties;
import org.petlab.workflow.kernel.Transition;

/** What no step could take: looked at, put back into its queue, or thrown away. */
@ApplicationScoped
public class DeadLetters {
  private static final int BOUND_PER_QUEUE = 200;
  private static final long WAIT_MS = 2_000;

  @Inject private BrokerSession broker;

  /**
   * The letters, queue by queue, the oldest first.
   *
   * @param orMore whether a queue has more than are listed
   */
  public record Letters(List<DeadLetter> letters, boolean orMore) {}

  public Letters all() {
    return broker.call("look at the dead letters", DeadLetters::all);
  }

  private static Letters all(Session session) throws JMSException {
    List<DeadLetter> letters = new ArrayList<>();
    boolean more = false;
    for (BrokerQueue queue : BrokerQueue.all()) {
      try (QueueBrowser browser = session.createBrowser(session.createQueue(queue.deadJmsName()))) {
        Enumeration<?> messages = browser.getEnumeration();
        int listed = 0;
        while (listed < BOUND_PER_QUEUE && messages.hasMoreElements()) {
          letters.add(next(queue, messages));
          listed++;
        }
        more |= listed == BOUND_PER_QUEUE && messages.hasMoreElements();
      }
    }
    return new Letters(letters, more);
  }

  /** One that cannot be read must not hide the others. */
  private static DeadLetter next(BrokerQueue queue, Enumeration<?> messages) {
    try {
      return messages.nextElement() instanceof Message message
          ? DeadLetter.of(queue, message)
          : DeadLetter.unreadable(queue);
    } catch (JMSException | RuntimeException | OutOfMemoryError e) {
      // The broker's client believes what a message says of its length.
      return DeadLetter.unreadable(queue);
    }
  }

  /** Throws the letter away for good. */
  @Transactional
  public DeadLetter discard(String queueName, String id) {
    BrokerQueue queue = BrokerQueue.named(queueName);
    return broker.call(
        "discard a dead letter",
        session -> taken(session, queue, id, dead -> DeadLetter.of(queue, dead)));
  }

  /**
   * Moves the letter back into the queue that it came from: one transaction takes and puts it. Its
   * sender remains who sent it at first.
   */
  @Transactional
  public DeadLetter retry(String queueName, String id) {
    BrokerQueue queue = BrokerQueue.named(queueName);
    return broker.call(
        "put a dead letter back",
        session -> taken(session, queue, id, dead -> putBack(session, queue, dead)));
  }

  private static DeadLetter putBack(Session session, BrokerQueue queue, Message dead)
      throws JMSException {
    DeadLetter letter = DeadLetter.of(queue, dead);
    // Only a subscription of its own: the others have had the document.
    Destination origin =
        queue.isSubscription()
            ? session.createTopic(queue.jmsName())
            : session.createQueue(queue.jmsName());
    try (MessageProducer producer = session.createProducer(origin)) {
      producer.send(MessageProperties.again(session, dead, consumer(queue)));
    }
    return letter;
  }

  private static Application consumer(BrokerQueue queue) {
    return Arrays.stream(Transition.values())
        .filter(transition -> transition.destination().equals(queue.address()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("Nothing is sent to " + queue.address()))
        .receiver();
  }

  /** What is done with a letter that was taken. */
  @FunctionalInterface
  private interface BrokerCall {
    DeadLetter of(Message dead) throws JMSException;
  }

  /** The content of a large message can be read only as long as its consumer is open. */
  private static DeadLetter taken(Session session, BrokerQueue queue, String id, BrokerCall use)
      throws JMSException {
    try (MessageConsumer consumer =
        session.createConsumer(session.createQueue(queue.deadJmsName()), DeadLetter.selector(id))) {
      Message dead = consumer.receive(WAIT_MS);
      if (dead == null) {
        throw HttpProblem.notFound(
            "There is no dead letter %s of %s any more.".formatted(id, queue.name()));
      }
      return use.of(dead);
    }
  }
}
