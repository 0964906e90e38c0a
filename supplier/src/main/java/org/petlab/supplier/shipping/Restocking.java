package org.petlab.supplier.shipping;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.petlab.supplier.orders.SupplierOrderEntity;
import org.petlab.supplier.stock.Stock;
import org.petlab.supplier.stock.StockItem;
import org.petlab.supplier.stock.StockVersion;

/**
 * Goods arrive, or are counted: that is booked, and those who wait get theirs, the oldest order
 * first. Empty answers mean that no such item is known.
 */
@ApplicationScoped
@Transactional
public class Restocking {
  @PersistenceContext private EntityManager entities;
  @Inject private Stock stock;
  @Inject private Shipping shipping;

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
    // The item is locked first: an order that is just being booked holds its lock until it can be
    // seen, so nobody who waits is overlooked. No other item is locked: which ones the orders have
    // that will be waiting by then is not known yet, and later it would be out of turn.
    return Optional.ofNullable(stock.locked(List.of(itemId)).get(itemId))
        .map(
            item -> {
              booked.accept(item);
              entities.flush();
              return shipToThoseWhoWaitFor(item);
            });
  }

  private RestockResult shipToThoseWhoWaitFor(StockItem item) {
    List<SupplierOrderEntity> waiting = ordersThatWaitFor(item.itemId());
    waiting.forEach(order -> shipping.shipAvailable(order, item));
    long still = waiting.stream().filter(order -> order.waitsFor(item.itemId())).count();
    return new RestockResult(waiting.size(), Math.toIntExact(still));
  }

  // Whoever restocks locks orders in this turn, and those of one item after the item.
  private List<SupplierOrderEntity> ordersThatWaitFor(String itemId) {
    return entities
        .createQuery(
            """
            select o from SupplierOrderEntity o
            where o.documentId in (select l.order.documentId from SupplierOrderLine l
                                   where l.itemId = :item and l.shipped = false)
            order by o.receivedNs, o.documentId\
            """,
            SupplierOrderEntity.class)
        .setParameter("item", itemId)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultList();
  }
}
