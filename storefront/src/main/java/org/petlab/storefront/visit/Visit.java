package org.petlab.storefront.visit;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.io.Serializable;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.profiles.StoredProfile;

/**
 * What the store remembers of a visitor until the session ends. Its lock is held for a moment only,
 * never over a transaction or a call: whoever looks through all visits would wait for it too.
 */
public final class Visit implements Serializable {
  private static final String ATTRIBUTE = Visit.class.getName();

  private Cart cart = Cart.EMPTY;
  private String customer;
  private DeliveryAddress address;
  private StoredProfile profile;
  private boolean isOrdering;
  private UnfinishedOrder unfinished;
  private String lastOrder;
  private boolean isConfirmedLate;
  private final ReentrantLock opening = new ReentrantLock();
  // So that what was ordered can be recognised, and not be guessed from what is remembered of it.
  private final String salt = UUID.randomUUID().toString();

  /** The visit so far; a new one when nothing of it is remembered. */
  static Visit of(HttpSession session) {
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
  public static Visit readOnly(HttpServletRequest request) {
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

  /** Looks at several things that belong together: whoever signs on meanwhile changes them. */
  public synchronized <T> T look(Function<Visit, T> look) {
    return look.apply(this);
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
      unfinished = null;
      lastOrder = null;
      isConfirmedLate = false;
    }
    customer = name;
  }

  /**
   * Signs a new customer on whose account is opened by this; of two clicks the second one waits for
   * the first and does nothing more. Its lock is another one, as opening takes as long as a hash.
   *
   * @return false when the account could not be opened
   */
  public boolean signOnOnce(String name, BooleanSupplier open) {
    opening.lock();
    try {
      boolean isOpen = name.equals(getCustomer()) || open.getAsBoolean();
      if (isOpen) {
        signOn(name);
      }
      return isOpen;
    } finally {
      opening.unlock();
    }
  }

  /** What the customer has told the store; null when it was not read yet, or is out of date. */
  public synchronized StoredProfile getProfile() {
    return profile;
  }

  public synchronized void remember(StoredProfile known) {
    profile = known;
  }

  /** Where the order is to go; null before the address was given. */
  public synchronized DeliveryAddress getAddress() {
    return address;
  }

  public synchronized void deliverTo(DeliveryAddress to) {
    address = to;
  }

  /**
   * Begins to place an order: only one at a time, so that a double click orders once. False when
   * one is being placed; else {@link #endOrdering} must follow.
   */
  public synchronized boolean beginOrdering() {
    boolean begins = !isOrdering;
    isOrdering = true;
    return begins;
  }

  public synchronized void endOrdering() {
    isOrdering = false;
  }

  /** The order that could not be placed when it was last tried; null when there is none. */
  public synchronized UnfinishedOrder getUnfinished() {
    return unfinished;
  }

  /**
   * The cart was ordered and it failed; it keeps its number for the next try of that customer.
   *
   * @return false when the order was found to be placed meanwhile, which the customer is told now
   */
  public synchronized boolean failed(UnfinishedOrder order, String of) {
    boolean isPlaced = order.orderId().equals(lastOrder);
    if (isPlaced) {
      isConfirmedLate = false;
    } else if (of.equals(customer)) {
      unfinished = order;
    }
    return !isPlaced;
  }

  /** Whether the same ordered again from this visit is the same order, of that number. */
  public synchronized boolean keepsNumber(String orderId) {
    return unfinished != null && unfinished.orderId().equals(orderId);
  }

  /** Nothing came of the order. */
  public synchronized void discardUnfinished(String orderId) {
    if (keepsNumber(orderId)) {
      unfinished = unfinished.withoutDoubt();
    }
  }

  /**
   * The order was placed: what was ordered is taken out of the cart, whatever came into it since.
   * Who uses the visit now may be another customer, to whom it is nothing.
   */
  public synchronized void ordered(String orderId, String of, Cart what) {
    if (of.equals(customer) && !orderId.equals(lastOrder)) {
      lastOrder = orderId;
      unfinished = null;
      cart = cart.without(what);
      isConfirmedLate = false;
    }
  }

  /**
   * The same of an order that was in doubt, which its customer has not been told yet. Another one
   * that failed since keeps its number.
   */
  public synchronized void confirmOrder(String orderId, String of, Cart what) {
    if (of.equals(customer) && !orderId.equals(lastOrder)) {
      boolean isOther = unfinished != null && !unfinished.orderId().equals(orderId);
      UnfinishedOrder other = isOther ? unfinished : null;
      ordered(orderId, of, what);
      unfinished = other;
      isConfirmedLate = true;
    }
  }

  /** The last order when it was placed after all and the customer is told so now; else null. */
  public synchronized String takeConfirmation() {
    String confirmed = isConfirmedLate ? lastOrder : null;
    isConfirmedLate = false;
    return confirmed;
  }

  /** The same where the order was all that was in the cart. */
  public synchronized String takeConfirmationOfAll() {
    return cart.isEmpty() ? takeConfirmation() : null;
  }

  /** The number of the last order of this visit; null before the first. */
  public synchronized String getLastOrder() {
    return lastOrder;
  }

  public String getSalt() {
    return salt;
  }
}
