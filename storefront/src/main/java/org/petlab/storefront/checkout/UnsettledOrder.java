package org.petlab.storefront.checkout;

import java.time.Duration;
import java.util.function.Consumer;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;

/** An order whose checkout failed in a way that leaves open whether it stands. */
public final class UnsettledOrder {
  private final PlacedOrder order;
  private final boolean isSentOutside;
  private final Consumer<Fate> whenSettled;
  private volatile Fate fate;
  private volatile boolean isWritten;
  private boolean isUnheardOf;
  private long unheardOfSinceNanos;

  /**
   * @param order as far as it is known; its customer is null when a crash has left no more of it
   *     than its number
   * @param isSentOutside whether its document does not roll back with its checkout
   * @param whenSettled is told once what became of it, and once more when that was premature
   */
  UnsettledOrder(PlacedOrder order, boolean isSentOutside, Fate fate, Consumer<Fate> whenSettled) {
    this.order = order;
    this.isSentOutside = isSentOutside;
    this.fate = fate;
    this.whenSettled = whenSettled;
  }

  public PlacedOrder order() {
    return order;
  }

  String orderId() {
    return order.orderId();
  }

  public Fate fate() {
    return fate;
  }

  boolean isSentOutside() {
    return isSentOutside;
  }

  boolean isOf(String customer) {
    return customer.equals(order.customer());
  }

  /** Whether all that is known of it is the number. */
  boolean isNumberOnly() {
    return order.customer() == null;
  }

  boolean isWritten() {
    return isWritten;
  }

  void written() {
    isWritten = true;
  }

  /** Not everybody could be asked, so that what was not heard before does not count. */
  void notAnswered() {
    isUnheardOf = false;
  }

  /** Nobody has heard of it; says for how long that has been so. */
  Duration unheardOf(long nowNanos) {
    if (!isUnheardOf) {
      isUnheardOf = true;
      unheardOfSinceNanos = nowNanos;
    }
    return Duration.ofNanos(nowNanos - unheardOfSinceNanos);
  }

  void settled(Fate found) {
    fate = found;
    whenSettled.accept(found);
  }
}
