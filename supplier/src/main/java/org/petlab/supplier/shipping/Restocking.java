package org.petlab.supplier.shipping;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.petlab.supplier.shipping.WaitingOrders.Place;
import org.petlab.supplier.shipping.WaitingOrders.Served;
import org.petlab.supplier.stock.StockItem;
import org.petlab.supplier.stock.StockVersion;

/**
 * Goods arrive, or are counted: that is booked, and those who wait get theirs, the oldest order
 * first. Empty answers mean that no such item is known.
 *
 * <p>The goods and each order have a transaction of their own: an order that cannot be shipped goes
 * on waiting, and keeps neither the goods from being there nor the others from getting theirs. Not
 * to be called within a transaction.
 */
@ApplicationScoped
public class Restocking {
  private static final Logger LOG = System.getLogger(Restocking.class.getName());

  @Inject private WaitingOrders waiting;

  public Optional<RestockResult> restock(String itemId, int quantity) {
    return change(itemId, item -> item.restock(quantity));
  }

  /** The same by a form, which is carried out once. */
  public Optional<RestockResult> restock(String itemId, int quantity, StockVersion seen) {
    return change(
        itemId,
        item -> {
          seen.checkUnchanged(item);
          item.restock(quantity);
        });
  }

  /**
   * Somebody counted the pieces while the books said what was seen. What is shipped meanwhile is
   * missing from both, so it is the difference that is booked.
   */
  public Optional<RestockResult> count(String itemId, int counted, StockVersion seen) {
    return change(
        itemId,
        item -> {
          seen.checkUnchanged(item);
          item.correct(counted - seen.onHand());
        });
  }

  private Optional<RestockResult> change(String itemId, Consumer<StockItem> booked) {
    // Booking waits for the item's lock: an order that is just being booked holds it until it can
    // be seen, so nobody who waits is overlooked. Who comes later sees the goods.
    return waiting.book(itemId, booked)
        ? Optional.of(shipToThoseWhoWaitFor(itemId))
        : Optional.empty();
  }

  private RestockResult shipToThoseWhoWaitFor(String itemId) {
    int shipped = 0;
    int failed = 0;
    List<Place> turn = waiting.next(itemId, Place.FIRST);
    while (!turn.isEmpty()) {
      for (Place place : turn) {
        switch (served(itemId, place)) {
          case SHIPPED -> shipped++;
          case FAILED -> failed++;
          case WAITS -> {}
        }
      }
      turn = waiting.next(itemId, turn.getLast());
    }
    return new RestockResult(shipped, waiting.count(itemId), failed);
  }

  private Served served(String itemId, Place place) {
    try {
      return waiting.ship(itemId, place);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "Supplier order " + place.documentId() + " could not be shipped", e);
      return Served.FAILED;
    }
  }
}
