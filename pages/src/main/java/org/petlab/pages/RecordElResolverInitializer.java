package org.petlab.pages;

import jakarta.el.RecordELResolver;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.jsp.JspFactory;

/**
 * Lets pages read records. Expression Language 6 can, but Payara's pages leave its resolver out.
 */
@WebListener
public class RecordElResolverInitializer implements ServletContextListener {

  @Override
  public void contextInitialized(ServletContextEvent started) {
    JspFactory.getDefaultFactory()
        .getJspApplicationContext(started.getServletContext())
        .addELResolver(new RecordELResolver());
  }
}
