package org.petlab.workflow.health;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import org.eclipse.microprofile.health.Readiness;
import org.petlab.workflow.transitions.JmsSender;

/** The broker takes a connection of this application and answers a question. */
@Readiness
@ApplicationScoped
public class BrokerCheck extends PartCheck {
  @Inject private JmsSender broker;

  public BrokerCheck() {
    super("broker");
  }

  @Override
  protected void ask() throws JMSException {
    broker.check();
  }
}
