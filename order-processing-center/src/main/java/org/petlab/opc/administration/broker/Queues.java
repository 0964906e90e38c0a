package org.petlab.opc.administration.broker;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/** How many documents wait where, as the broker counts them. */
@ApplicationScoped
public class Queues {
  @Inject private BrokerSession broker;

  /** All queues in the order of the workflow table. */
  public record Lengths(List<Length> queues) {}

  /** One queue. Documents that a step is working on are not counted. */
  public record Length(String queue, String address, long waiting, long deadLetters) {}

  public Lengths lengths() {
    return broker.call("count the queues", Queues::lengths);
  }

  private static Lengths lengths(Session session) throws JMSException {
    QueueCounts counts = QueueCounts.query(session);
    List<Length> lengths = new ArrayList<>();
    for (BrokerQueue queue : BrokerQueue.all()) {
      long waiting = counts.of(queue.name()).waiting();
      long dead = counts.of(queue.deadName()).messages();
      lengths.add(new Length(queue.name(), queue.address(), waiting, dead));
    }
    return new Lengths(lengths);
  }
}
