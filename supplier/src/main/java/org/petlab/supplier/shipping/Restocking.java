package org.petlab.supplier.shipping;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;
import org.petlab.supplier.stock.Stock;
import org.petlab.supplier.supplying.CustomerOrder;

/** Goods arrive: they are booked, and those who wait for them get them, the oldest order first. */
@ApplicationScoped
@Transactional
public class Restocking {
  @PersistenceContext private EntityManager entities;
  @Inject private Stock stock;
  @Inject private Shipping shipping;

  /**
   * @return how many orders waited for the item; empty when no such item is known
   */
  public Optional<Integer> restock(String itemId, int quantity) {
    List<CustomerOrder> waiting = ordersThatWaitFor(itemId);
    return stock
        .locked(itemId)
        .map(
            item -> {
              item.restock(quantity);
              entities.flush();
              waiting.forEach(shipping::shipWhatIsThere);
              return waiting.size();
            });
  }

  private List<CustomerOrder> ordersThatWaitFor(String itemId) {
    return entities
        .createQuery(
            """
            select o from CustomerOrder o
            where o.documentId in (select l.order.documentId from CustomerOrderLine l
                                   where l.itemId = :item and l.shipped = false)
            order by o.receivedNs, o.documentId""",
            CustomerOrder.class)
        .setParameter("item", itemId)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultList();
  }
}
