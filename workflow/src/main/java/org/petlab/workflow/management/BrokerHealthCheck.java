package org.petlab.workflow.management;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import org.eclipse.microprofile.health.Readiness;
import org.petlab.workflow.messaging.transports.JmsSender;
import org.petlab.workflow.observability.health.DependencyHealthCheck;

/** The broker takes a connection of this application and answers a call. */
@Readiness
@ApplicationScoped
public class BrokerHealthCheck extends DependencyHealthCheck {
  @Inject private JmsSender broker;

  public BrokerHealthCheck() {
    super("broker");
  }

  @Override
  protected void check() throws JMSException {
    broker.check();
  }
}
