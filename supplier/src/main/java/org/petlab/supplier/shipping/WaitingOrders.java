package org.petlab.supplier.shipping;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.petlab.supplier.orders.SupplierOrderEntity;
import org.petlab.supplier.stock.Stock;
import org.petlab.supplier.stock.StockItem;

/**
 * Those who wait for an item, and what is done for one of them at a time. Each transaction locks
 * the item first, as a supplying step does, and one order after it.
 */
@ApplicationScoped
@Transactional(TxType.REQUIRES_NEW)
public class WaitingOrders {
  private static final int TURN = 50;

  @PersistenceContext private EntityManager entities;
  @Inject private Stock stock;
  @Inject private Shipping shipping;

  /**
   * The place of an order among those that wait: the oldest is the first.
   *
   * @param pieces the least that is enough for one of its lines
   */
  public record Place(long receivedNs, String documentId, int pieces) {
    static final Place FIRST = new Place(Long.MIN_VALUE, "", 0);
  }

  /** What came of an order's turn. */
  public enum Served {
    SHIPPED,
    WAITS,
    FAILED
  }

  /** Changes what is there of an item; false when there is no such item. */
  public boolean book(String itemId, Consumer<StockItem> change) {
    StockItem item = locked(itemId);
    if (item != null) {
      change.accept(item);
    }
    return item != null;
  }

  /** The next few in their turn for which there is enough now. */
  public List<Place> next(String itemId, Place after) {
    return entities
        .createQuery(
            """
            select o.receivedNs, o.documentId, min(l.quantity)
            from SupplierOrderLine l join l.order o
            where l.itemId = :item and l.shipped = false
              and l.quantity <= (select s.onHand from StockItem s where s.itemId = :item)
              and (o.receivedNs > :ns or o.receivedNs = :ns and o.documentId > :id)
            group by o.receivedNs, o.documentId
            order by o.receivedNs, o.documentId\
            """,
            Object[].class)
        .setParameter("item", itemId)
        .setParameter("ns", after.receivedNs())
        .setParameter("id", after.documentId())
        .setMaxResults(TURN)
        .getResultStream()
        .map(row -> new Place((Long) row[0], (String) row[1], ((Number) row[2]).intValue()))
        .toList();
  }

  /** Ships what an order waits for of this item; while there is too little it is left alone. */
  public Served ship(String itemId, Place place) {
    StockItem item = locked(itemId);
    if (item == null || !item.has(place.pieces())) {
      return Served.WAITS;
    }
    SupplierOrderEntity order =
        entities.find(
            SupplierOrderEntity.class, place.documentId(), LockModeType.PESSIMISTIC_WRITE);
    if (order == null) {
      return Served.WAITS; // a reset came in between
    }
    shipping.shipAvailable(order, item);
    return order.waitsFor(itemId) ? Served.WAITS : Served.SHIPPED;
  }

  /** How many wait for the item. */
  public int count(String itemId) {
    return entities
        .createQuery(
            """
            select count(distinct l.order.documentId) from SupplierOrderLine l
            where l.itemId = :item and l.shipped = false\
            """,
            Long.class)
        .setParameter("item", itemId)
        .getSingleResult()
        .intValue();
  }

  private StockItem locked(String itemId) {
    Map<String, StockItem> found = stock.locked(List.of(itemId));
    return found.get(itemId);
  }
}
