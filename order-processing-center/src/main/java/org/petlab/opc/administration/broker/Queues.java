package org.petlab.opc.administration.broker;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

/** How many documents wait where. They are counted by looking at them, up to a bound. */
@ApplicationScoped
public class Queues {
  static final int BOUND = 1_000;

  @Inject private BrokerSession broker;

  /** All queues in the order of the workflow table. */
  public record Lengths(List<Length> queues) {}

  /**
   * One queue. Documents that a step is working on are not counted.
   *
   * @param orMore whether there are more than were counted
   */
  public record Length(
      String queue, String address, int waiting, boolean orMore, int deadLetters) {}

  public Lengths lengths() {
    return broker.ask("count the queues", this::lengths);
  }

  private Lengths lengths(Session session) throws JMSException {
    List<Length> lengths = new ArrayList<>();
    for (BrokerQueue queue : BrokerQueue.all()) {
      int waiting = count(session, queue.jmsName());
      lengths.add(
          new Length(
              queue.name(),
              queue.address(),
              Math.min(waiting, BOUND),
              waiting > BOUND,
              Math.min(count(session, queue.deadJmsName()), BOUND)));
    }
    return new Lengths(lengths);
  }

  private static int count(Session session, String queue) throws JMSException {
    try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
      Enumeration<?> messages = browser.getEnumeration();
      int count = 0;
      while (count <= BOUND && messages.hasMoreElements()) {
        messages.nextElement();
        count++;
      }
      return count;
    }
  }
}
