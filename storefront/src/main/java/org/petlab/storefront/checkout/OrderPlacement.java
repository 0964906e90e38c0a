package org.petlab.storefront.checkout;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.storefront.visit.UnfinishedOrder;
import org.petlab.storefront.visit.Visit;
import org.petlab.workflow.measuring.Measuring.OrderReceived;

/**
 * Takes an order from a visit, and says no more of it than is known.
 *
 * <p>An order that fails keeps its number in the visit: who tries again orders the same once more,
 * and whoever has it already leaves the second one aside. While it is not known whether it stands,
 * nothing else can be ordered from that cart.
 */
@ApplicationScoped
class OrderTaking {
  private static final Logger LOG = System.getLogger(OrderTaking.class.getName());

  @Inject private Checkout checkout;
  @Inject private UnsettledOrders unsettled;

  protected OrderTaking() {}

  OrderTaking(Checkout checkout, UnsettledOrders unsettled) {
    this.checkout = checkout;
    this.unsettled = unsettled;
  }

  /** What became of it. */
  record Taken(Outcome outcome, String orderId, Order order) {}

  enum Outcome {
    PLACED,
    /** By an earlier try, although that one failed. */
    STANDS_ALREADY,
    IN_DOUBT
  }

  /**
   * Places what is in the cart.
   *
   * @throws HttpProblem when nothing was ordered, or not now
   */
  Taken take(OrderReceived received, Visit visit, Card card) {
    if (!visit.beginOrdering()) {
      throw HttpProblem.conflict(
          "Your order is being placed just now. Please look at your orders in a moment.");
    }
    try {
      return takeAlone(received, visit, card);
    } finally {
      visit.endOrdering();
    }
  }

  private Taken takeAlone(OrderReceived received, Visit visit, Card card) {
    Ready.toOrder(visit);
    Order order = orderOf(visit, card);
    UnfinishedOrder before = visit.getUnfinished();
    if (before == null) {
      return place(received, visit, order, Attempt.first());
    }
    boolean isSame = before.content().equals(order.content(visit.getSalt()));
    Fate fate = before.isInDoubt() ? unsettled.lookInto(before.orderId()) : Fate.NOTHING;
    if (fate == Fate.STANDS) {
      visit.ordered(before.orderId(), before.cart());
      return isSame
          ? new Taken(Outcome.STANDS_ALREADY, before.orderId(), order)
          : takeRest(received, visit, card);
    }
    if (fate == Fate.OPEN && !isSame) {
      throw HttpProblem.conflict(
          "We do not know yet whether your order "
              + before.orderId()
              + " stands. Until we do, you can only order the same again: it comes once.");
    }
    if (fate == Fate.NOTHING) {
      visit.nothingCameOf(before.orderId());
    }
    return place(
        received, visit, order, isSame ? Attempt.again(before.orderId()) : Attempt.first());
  }

  /** What has come into the cart since an order that stands after all. */
  private Taken takeRest(OrderReceived received, Visit visit, Card card) {
    Ready.toOrder(visit);
    return place(received, visit, orderOf(visit, card), Attempt.first());
  }

  private static Order orderOf(Visit visit, Card card) {
    return new Order(visit.getCustomer(), visit.getAddress(), card, visit.getCart());
  }

  private Taken place(OrderReceived received, Visit visit, Order order, Attempt attempt) {
    try {
      String orderId = checkout.place(received, order, attempt);
      visit.ordered(orderId, order.cart());
      unsettled.stands(orderId);
      Outcome outcome = attempt.isBookedBefore() ? Outcome.STANDS_ALREADY : Outcome.PLACED;
      return new Taken(outcome, orderId, order);
    } catch (RuntimeException e) {
      // The commit may fail too, so only here, outside the transaction, is it known.
      LOG.log(Level.WARNING, "An order of " + order.customer() + " could not be placed", e);
      return failed(received, visit, order, attempt, e);
    }
  }

  private Taken failed(
      OrderReceived received, Visit visit, Order order, Attempt attempt, RuntimeException failure) {
    String orderId = attempt.orderId();
    UnfinishedOrder before = attempt.isFirst() ? null : visit.getUnfinished();
    boolean isInDoubt = !attempt.hasLeftNothing(failure) || before != null && before.isInDoubt();
    if (orderId != null) {
      String content = order.content(visit.getSalt());
      visit.failed(new UnfinishedOrder(orderId, content, order.cart(), isInDoubt));
    }
    if (!isInDoubt) {
      throw HttpProblem.serviceUnavailable(
          "We could not take your order just now. Nothing was ordered and your cart is as it was:"
              + " please try again.",
          failure);
    }
    unsettled.note(
        new PlacedOrder(
            orderId,
            order.customer(),
            received.wallNanos(),
            order.cart().total(),
            order.cart().shortForm()),
        attempt.isSentOutside(),
        fate -> {
          if (fate == Fate.STANDS) {
            visit.orderedAfterAll(orderId, order.cart());
          } else {
            visit.nothingCameOf(orderId);
          }
        });
    return new Taken(Outcome.IN_DOUBT, orderId, order);
  }
}
