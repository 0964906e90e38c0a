package org.petlab.workflow.observability.health;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import org.petlab.workflow.kernel.Application;

/**
 * Begins the checks when the application does. Earlier, while its beans are still being found, the
 * server has nothing to keep its context with.
 */
@WebListener
public class HealthCheckInitializer implements ServletContextListener {
  @Inject @Any private Instance<DependencyHealthCheck> checks;

  private String application;

  @Override
  public void contextInitialized(ServletContextEvent started) {
    application = Application.current().id();
    ServerHealthChecks.register(
        application, checks.stream().map(DependencyHealthCheck::begin).toList());
  }

  @Override
  public void contextDestroyed(ServletContextEvent stopped) {
    // What the server holds on to would hold the application's classes.
    ServerHealthChecks.unregister(application);
  }
}
