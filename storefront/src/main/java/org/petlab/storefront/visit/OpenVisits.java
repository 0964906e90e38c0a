package org.petlab.storefront.visit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.servlet.http.HttpSession;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * All visits that have not ended. A trial must not begin with the sessions of the one before in its
 * heap, so they can be ended together; and those of a customer, when the password is another one.
 *
 * <p>Memory is enough for that: a bed has one storefront, and its sessions end with it.
 */
@ApplicationScoped
public class OpenVisits {
  private final Set<HttpSession> sessions = ConcurrentHashMap.newKeySet();
  // Many may sign on at a time, but none while a password changes.
  private final ReadWriteLock passwords = new ReentrantReadWriteLock();

  void began(HttpSession session) {
    sessions.add(session);
  }

  void ended(HttpSession session) {
    sessions.remove(session);
  }

  public void endAll() {
    end(session -> true);
  }

  /** Signs somebody on: looks at the password and lets the visit know whose it is. */
  public Visit signOn(Supplier<Visit> signOn) {
    return locked(passwords.readLock(), signOn);
  }

  /**
   * Changes a customer's password and ends all visits of this customer but one. Whoever has signed
   * on with the password before is among them; whoever is about to needs the new one.
   *
   * @param own the visit in which it is changed
   * @return false, and nothing is changed, when that visit was itself ended so
   */
  public boolean changePassword(String customer, HttpSession own, Runnable change) {
    return locked(
        passwords.writeLock(),
        () -> {
          if (!isOf(customer, own)) {
            return false;
          }
          change.run();
          end(session -> isOf(customer, session) && !session.getId().equals(own.getId()));
          return true;
        });
  }

  private static boolean isOf(String customer, HttpSession session) {
    try {
      return customer.equals(Visit.in(session).getCustomer());
    } catch (IllegalStateException e) {
      return false; // it has ended
    }
  }

  private static <T> T locked(Lock lock, Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
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
        ended(session);
      }
    }
  }
}
