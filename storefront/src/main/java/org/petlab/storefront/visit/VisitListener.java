package org.petlab.storefront.visit;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebListener;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;

/** Notes when visits begin and end. */
@WebListener
public class VisitListener implements HttpSessionListener {
  @Inject private OpenVisits visits;

  @Override
  public void sessionCreated(HttpSessionEvent begun) {
    visits.began(begun.getSession());
  }

  @Override
  public void sessionDestroyed(HttpSessionEvent ended) {
    visits.ended(ended.getSession());
  }
}
