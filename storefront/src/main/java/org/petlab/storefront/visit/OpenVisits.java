package org.petlab.storefront.visit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpSession;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All visits that have not ended. A trial must not begin with the sessions of the one before in its
 * heap, so they can be ended together.
 */
@ApplicationScoped
public class OpenVisits {
  private final Set<HttpSession> sessions = ConcurrentHashMap.newKeySet();

  void began(HttpSession session) {
    sessions.add(session);
  }

  void ended(HttpSession session) {
    sessions.remove(session);
  }

  public void endAll() {
    for (HttpSession session : sessions) {
      try {
        session.invalidate();
      } catch (IllegalStateException e) {
        // It has ended by itself meanwhile.
        ended(session);
      }
    }
  }
}
