package org.petlab.pages;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/**
 * Makes tags plain objects. Payara would make each tag of each page a bean that things can be
 * injected into; ours have nothing to inject, and it took a quarter of the server's time.
 */
@WebListener
public class TagInjectionDisabler implements ServletContextListener {
  private static final String INJECTOR = "com.sun.appserv.jsp.resource.injector";

  @Override
  public void contextInitialized(ServletContextEvent started) {
    started.getServletContext().removeAttribute(INJECTOR);
  }
}
