package org.petlab.storefront.checkout;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.function.LongSupplier;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;

/**
 * Finds out what became of an order: asks the books of the shop and those of the order processing
 * center. What only the latter has is booked here after all. What neither has for some time, and no
 * transaction holds in doubt, was not ordered.
 */
final class OrderResolver {
  private static final Logger LOG = System.getLogger(OrderResolver.class.getName());

  /** How long a document may be on its way that has left the shop outside its transaction. */
  static final Duration ON_ITS_WAY = Duration.ofMinutes(2);

  /**
   * A document that rolled back with its transaction is nowhere: only who is slow is waited for.
   */
  static final Duration ROLLED_BACK = Duration.ofSeconds(10);

  /** The books of the shop. */
  interface LocalOrders {
    boolean has(String orderId);

    /** Books an order that the order processing center has; one that is there already is left. */
    void book(PlacedOrder order);

    /** Whether a transaction that is not decided yet may book it. */
    boolean isInDoubt(String orderId);
  }

  /** The books of the order processing center. */
  interface RemoteOrders {
    /**
     * The order as it came there.
     *
     * @throws IOException when there is no answer
     */
    PlacedOrder read(String orderId) throws IOException;
  }

  private final LocalOrders own;
  private final RemoteOrders opc;
  private final LongSupplier nanoTime;

  OrderResolver(LocalOrders own, RemoteOrders opc, LongSupplier nanoTime) {
    this.own = own;
    this.opc = opc;
    this.nanoTime = nanoTime;
  }

  /**
   * Looks into one order, which the caller has begun to look into.
   *
   * @param atOpc those of which the order processing center has heard; null when it did not answer
   * @return whether something new is known of it
   */
  boolean resolve(UnsettledOrder order, Set<String> atOpc) {
    Resolution found =
        order.resolution() == Resolution.PLACED ? Resolution.PLACED : lookUp(order, atOpc);
    boolean isNew = order.recordResolution(found);
    if (isNew) {
      LOG.log(Level.INFO, "Order {0} was unsettled; now: {1}", order.orderId(), found);
    }
    return isNew;
  }

  private Resolution lookUp(UnsettledOrder order, Set<String> atOpc) {
    try {
      if (own.has(order.orderId())) {
        return Resolution.PLACED;
      }
      if (atOpc == null) {
        throw new IOException("The order processing center does not answer");
      }
      if (atOpc.contains(order.orderId())) {
        own.book(opc.read(order.orderId()));
        return Resolution.PLACED;
      }
      return order.resolution() == Resolution.NOT_PLACED ? Resolution.NOT_PLACED : notFound(order);
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.DEBUG, "Order " + order.orderId() + " stays unsettled", e);
      order.recordNoAnswer();
      return order.resolution();
    }
  }

  private Resolution notFound(UnsettledOrder order) {
    Duration longEnough = order.isSentOutside() ? ON_ITS_WAY : ROLLED_BACK;
    boolean isLong = order.notFound(nanoTime.getAsLong()).compareTo(longEnough) >= 0;
    return isLong && !own.isInDoubt(order.orderId()) ? Resolution.NOT_PLACED : Resolution.OPEN;
  }
}
