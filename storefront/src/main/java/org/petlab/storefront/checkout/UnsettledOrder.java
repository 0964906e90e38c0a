package org.petlab.storefront.checkout;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;

/** An order whose checkout failed in a way that leaves open whether it was placed. */
public final class UnsettledOrder {
  private final PlacedOrder order;
  private final boolean isSentOutside;
  private final Consumer<Resolution> whenResolved;
  private volatile Resolution resolution;
  private volatile boolean isWritten;
  private boolean isSuperseded;
  private final AtomicBoolean isLookedInto = new AtomicBoolean();
  // Both only while it is looked into.
  private boolean isNotFound;
  private long notFoundSinceNanos;

  /**
   * @param order as far as it is known; its customer is null when a crash has left no more of it
   *     than its number
   * @param isSentOutside whether its document does not roll back with its checkout
   * @param whenResolved is told once what became of it, and once more when that was premature
   */
  UnsettledOrder(
      PlacedOrder order,
      boolean isSentOutside,
      Resolution resolution,
      Consumer<Resolution> whenResolved) {
    this.order = order;
    this.isSentOutside = isSentOutside;
    this.resolution = resolution;
    this.whenResolved = whenResolved;
  }

  public PlacedOrder order() {
    return order;
  }

  String orderId() {
    return order.orderId();
  }

  public Resolution resolution() {
    return resolution;
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

  void recordPersisted() {
    isWritten = true;
  }

  /**
   * Begins to look into it, which may take seconds: {@link #endLookup} must follow. False when
   * somebody does already; no lock is held meanwhile.
   */
  boolean beginLookup() {
    return isLookedInto.compareAndSet(false, true);
  }

  void endLookup() {
    isLookedInto.set(false);
  }

  /** Not everybody could be asked, so that what was not heard before does not count. */
  void recordNoAnswer() {
    isNotFound = false;
  }

  /** Nobody has heard of it; says for how long that has been so. */
  Duration notFound(long nowNanos) {
    if (!isNotFound) {
      isNotFound = true;
      notFoundSinceNanos = nowNanos;
    }
    return Duration.ofNanos(nowNanos - notFoundSinceNanos);
  }

  /** The same order was tried again and failed again: what is found of this try says nothing. */
  synchronized void supersede() {
    isSuperseded = true;
  }

  /** False when that is no news, or it was placed meanwhile: an order that was placed stays so. */
  synchronized boolean recordResolution(Resolution found) {
    if (isSuperseded || resolution == Resolution.PLACED || resolution == found) {
      return false;
    }
    resolution = found;
    whenResolved.accept(found);
    return true;
  }
}
