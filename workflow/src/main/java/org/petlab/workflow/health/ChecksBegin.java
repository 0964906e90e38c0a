package org.petlab.workflow.health;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/**
 * Begins the checks when the application does. Earlier, while its beans are still being found, the
 * server has nothing to keep its context with.
 */
@WebListener
public class ChecksBegin implements ServletContextListener {
  @Inject @Any private Instance<PartCheck> checks;

  @Override
  public void contextInitialized(ServletContextEvent started) {
    checks.forEach(PartCheck::begin);
  }
}
