package org.petlab.storefront.checkout;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.storefront.visit.UnfinishedOrder;
import org.petlab.storefront.visit.Visit;
import org.petlab.workflow.observability.measuring.MeasuringPoints.OrderReceived;

/**
 * Takes an order from a visit, and says no more of it than is known.
 *
 * <p>An order that fails keeps its number in the visit: who tries again orders the same once more,
 * and whoever has it already leaves the second one aside. While it is not known whether it was
 * placed, nothing else can be ordered from that cart.
 */
@ApplicationScoped
class OrderPlacement {
  private static final Logger LOG = System.getLogger(OrderPlacement.class.getName());

  @Inject private Checkout checkout;
  @Inject private UnsettledOrders unsettled;

  protected OrderPlacement() {}

  OrderPlacement(Checkout checkout, UnsettledOrders unsettled) {
    this.checkout = checkout;
    this.unsettled = unsettled;
  }

  /** What became of it. */
  record Placement(PlacementOutcome outcome, String orderId, SubmittedOrder order) {}

  enum PlacementOutcome {
    PLACED,
    /** By an earlier try, although that one failed. */
    PLACED_BEFORE,
    IN_DOUBT
  }

  /**
   * Places what is in the cart.
   *
   * @param offer what the customer was shown ({@link SubmittedOrder#offerOf}); null: nobody says
   * @throws HttpProblem when nothing was ordered, or not now
   */
  Placement place(OrderReceived received, Visit visit, Card card, String offer) {
    if (!visit.beginOrdering()) {
      throw HttpProblem.conflict(
          "Your order is being placed right now. Please check your orders in a moment.");
    }
    try {
      return placeExclusively(received, visit, card, offer);
    } finally {
      visit.endOrdering();
    }
  }

  private Placement placeExclusively(OrderReceived received, Visit visit, Card card, String offer) {
    SubmittedOrder order = orderOf(visit, card);
    if (offer != null && !offer.equals(order.offer(visit.getSalt()))) {
      throw HttpProblem.conflict(whyChanged(visit));
    }
    UnfinishedOrder before = visit.getUnfinished();
    if (before == null) {
      return place(received, visit, order, CheckoutAttempt.first(), false);
    }
    boolean isSame = before.content().equals(order.content(visit.getSalt()));
    Resolution resolution =
        before.isInDoubt() ? unsettled.resolve(before.orderId()) : Resolution.NOT_PLACED;
    if (resolution == Resolution.PLACED) {
      visit.ordered(before.orderId(), order.customer(), before.cart());
      return isSame
          ? new Placement(PlacementOutcome.PLACED_BEFORE, before.orderId(), order)
          : placeRemaining(received, visit, card);
    }
    if (resolution == Resolution.OPEN && !isSame) {
      throw HttpProblem.conflict(
          "We do not know yet whether your order "
              + before.orderId()
              + " was placed. Until we do, you can only submit the same order again: it will be"
              + " delivered once.");
    }
    if (resolution == Resolution.NOT_PLACED) {
      visit.discardUnfinished(before.orderId());
    }
    return place(
        received,
        visit,
        order,
        isSame ? CheckoutAttempt.again(before.orderId()) : CheckoutAttempt.first(),
        resolution == Resolution.OPEN);
  }

  private static String whyChanged(Visit visit) {
    String confirmed = visit.takeConfirmation();
    return confirmed == null
        ? "Nothing was ordered: your cart or your address has changed since you looked at this"
            + " order, in another window perhaps. Please check out again."
        : "Your order "
            + confirmed
            + " was placed after all, and what it holds is no longer in your cart. Nothing else was"
            + " ordered: please look at the rest, and check out again.";
  }

  /** What has come into the cart since an order that was placed after all. */
  private Placement placeRemaining(OrderReceived received, Visit visit, Card card) {
    return place(received, visit, orderOf(visit, card), CheckoutAttempt.first(), false);
  }

  private static SubmittedOrder orderOf(Visit visit, Card card) {
    return visit.look(
        now -> {
          CheckoutPreconditions.requireAddress(now);
          return new SubmittedOrder(now.getCustomer(), now.getAddress(), card, now.getCart());
        });
  }

  // wasInDoubt: the try before, of the same order.
  private Placement place(
      OrderReceived received,
      Visit visit,
      SubmittedOrder order,
      CheckoutAttempt attempt,
      boolean wasInDoubt) {
    try {
      String orderId = checkout.place(received, order, attempt);
      visit.ordered(orderId, order.customer(), order.cart());
      unsettled.recordPlaced(orderId);
      PlacementOutcome outcome =
          attempt.isBookedBefore() ? PlacementOutcome.PLACED_BEFORE : PlacementOutcome.PLACED;
      return new Placement(outcome, orderId, order);
    } catch (RuntimeException | Error e) {
      // The commit may fail too, so only here, outside the transaction, is it known.
      LOG.log(Level.WARNING, "An order of " + order.customer() + " could not be placed", e);
      boolean isInDoubt = wasInDoubt || !attempt.isCertainlyUnsent(e);
      return failed(received, visit, order, attempt, isInDoubt, e);
    }
  }

  private Placement failed(
      OrderReceived received,
      Visit visit,
      SubmittedOrder order,
      CheckoutAttempt attempt,
      boolean isInDoubt,
      Throwable failure) {
    String orderId = attempt.orderId();
    if (isInDoubt) {
      // First, as what is found of the try before must not settle what the visit remembers of this.
      unsettled.add(
          new PlacedOrder(
              orderId,
              order.customer(),
              received.wallNanos(),
              order.cart().total(),
              order.cart().shortForm()),
          attempt.isSentOutside(),
          resolution -> {
            if (resolution == Resolution.PLACED) {
              visit.confirmOrder(orderId, order.customer(), order.cart());
            } else {
              visit.discardUnfinished(orderId);
            }
          });
    }
    if (orderId != null) {
      String content = order.content(visit.getSalt());
      UnfinishedOrder failed = new UnfinishedOrder(orderId, content, order.cart(), isInDoubt);
      if (!visit.failed(failed, order.customer())) {
        return new Placement(PlacementOutcome.PLACED_BEFORE, orderId, order);
      }
    }
    if (!isInDoubt) {
      throw HttpProblem.serviceUnavailable(
          "We could not place your order. Nothing was ordered and your cart is unchanged:"
              + " please try again.",
          failure);
    }
    return new Placement(PlacementOutcome.IN_DOUBT, orderId, order);
  }
}
