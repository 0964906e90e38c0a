package org.petlab.storefront.visit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpSession;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.petlab.pages.HttpProblem;

/**
 * All visits that have not ended. A trial must not begin with the sessions of the one before in its
 * heap, so they can be ended together; and those of a customer, when the password is another one.
 *
 * <p>Memory is enough for that: a bed has one storefront, and its sessions end with it.
 */
@ApplicationScoped
public class SessionRegistry {
  private final Set<HttpSession> sessions = ConcurrentHashMap.newKeySet();
  // How often a customer's password has changed; of those only whose it has.
  private final Map<String, Integer> changes = new ConcurrentHashMap<>();
  private final Set<String> changing = ConcurrentHashMap.newKeySet();

  void add(HttpSession session) {
    sessions.add(session);
  }

  void remove(HttpSession session) {
    sessions.remove(session);
  }

  public void endAll() {
    end(session -> true);
  }

  /**
   * Signs somebody on. Nobody is made to wait for it: if the customer's password changes meanwhile,
   * the sign-on does not count, for it may have been with the one before.
   *
   * @param signOn looks at the password and lets the visit know whose it is
   * @return empty when the password changed meanwhile; then the visit must be ended
   */
  public Optional<Visit> signOn(String customer, Supplier<Visit> signOn) {
    int before = changesOf(customer);
    // Whoever changes the password counts first and looks for visits then; here it is the other
    // way round, so that one of the two sees the other.
    Visit visit = signOn.get();
    return changesOf(customer) == before ? Optional.of(visit) : Optional.empty();
  }

  private int changesOf(String customer) {
    return changes.getOrDefault(customer, 0);
  }

  /**
   * Changes a customer's password and ends all visits of this customer but one. Whoever has signed
   * on with the password before is among them; whoever is about to needs the new one. They end,
   * too, where the change fails: it may be written all the same.
   *
   * @param own the visit in which it is changed
   * @return false, and nothing is changed, when that visit was itself ended so
   * @throws HttpProblem when it is being changed already
   */
  public boolean changePassword(String customer, HttpSession own, Runnable change) {
    if (!changing.add(customer)) {
      throw HttpProblem.conflict("Your password is being changed right now: please try again.");
    }
    try {
      if (!isOf(customer, own)) {
        return false;
      }
      try {
        change.run();
      } finally {
        changes.merge(customer, 1, Integer::sum);
        String kept = idOf(own);
        end(session -> isOf(customer, session) && !session.getId().equals(kept));
      }
      return true;
    } finally {
      changing.remove(customer);
    }
  }

  private static String idOf(HttpSession session) {
    try {
      return session.getId();
    } catch (IllegalStateException e) {
      return ""; // it has ended
    }
  }

  private static boolean isOf(String customer, HttpSession session) {
    try {
      return customer.equals(Visit.in(session).getCustomer());
    } catch (IllegalStateException e) {
      return false; // it has ended
    }
  }

  private void end(Predicate<HttpSession> which) {
    for (HttpSession session : sessions) {
      try {
        if (which.test(session)) {
          session.invalidate();
        }
      } catch (IllegalStateException e) {
        // It has ended by itself meanwhile.
        remove(session);
      }
    }
  }
}
