package org.petlab.workflow.management;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.Readiness;
import org.petlab.workflow.messaging.transports.SoapServices;
import org.petlab.workflow.observability.health.DependencyHealthCheck;

/** The application's own SOAP inboxes have answered a call. */
@Readiness
@ApplicationScoped
public class ServicesHealthCheck extends DependencyHealthCheck {
  @Inject private SoapServices services;

  public ServicesHealthCheck() {
    super("services");
  }

  @Override
  protected void check() {
    services.check();
  }
}
