package org.petlab.storefront.visit;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.io.Serializable;
import java.util.function.UnaryOperator;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.customers.DeliveryAddress;
import org.petlab.storefront.customers.Profile;

/**
 * What the store remembers of a visitor until the session ends. Its lock orders the requests of one
 * visitor that change something: a double click orders once.
 */
public final class Visit implements Serializable {
  private static final String ATTRIBUTE = Visit.class.getName();

  private Cart cart = Cart.EMPTY;
  private String customer;
  private DeliveryAddress address;
  private Profile profile;

  /** The visit so far; begins a session when there is none. */
  public static Visit of(HttpServletRequest request) {
    HttpSession session = request.getSession();
    synchronized (session) {
      Visit visit = (Visit) session.getAttribute(ATTRIBUTE);
      if (visit == null) {
        visit = new Visit();
        session.setAttribute(ATTRIBUTE, visit);
      }
      return visit;
    }
  }

  /** The visit so far, to be looked at only; an empty one when there is no session. */
  public static Visit soFar(HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    return session == null ? new Visit() : in(session);
  }

  /** The visit of a session; an empty one when nothing of it is remembered. */
  static Visit in(HttpSession session) {
    Object visit = session.getAttribute(ATTRIBUTE);
    return visit == null ? new Visit() : (Visit) visit;
  }

  public synchronized Cart getCart() {
    return cart;
  }

  public synchronized Cart changeCart(UnaryOperator<Cart> change) {
    cart = change.apply(cart);
    return cart;
  }

  /** The customer's name; null before sign-on. */
  public synchronized String getCustomer() {
    return customer;
  }

  public boolean isSignedOn() {
    return getCustomer() != null;
  }

  /** Another customer than before gets nothing that the one before has typed in but the cart. */
  public synchronized void signOn(String name) {
    if (!name.equals(customer)) {
      address = null;
      profile = null;
    }
    customer = name;
  }

  /** What the customer has told the store; null when it was not read yet. */
  public synchronized Profile getProfile() {
    return profile;
  }

  public synchronized void remember(Profile known) {
    profile = known;
  }

  /** Where the order is to go; null before the address was given. */
  public synchronized DeliveryAddress getAddress() {
    return address;
  }

  public synchronized void deliverTo(DeliveryAddress to) {
    address = to;
  }
}
