package org.petlab.storefront.visit;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;

/** Registers sessions as they begin and end. */
@WebListener
public class SessionRegistryListener implements HttpSessionListener {
  @Inject private SessionRegistry sessions;
  @Inject private NewVisit visits;

  @Override
  public void sessionCreated(HttpSessionEvent begun) {
    sessions.add(begun.getSession());
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent ended) {
    sessions.remove(ended.getSession());
    visits.ends(ended.getSession());
  }
}
