package org.petlab.supplier.stock;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The goods in the warehouse. */
@ApplicationScoped
public class Stock {
  @PersistenceContext private EntityManager entities;

  /**
   * These items by id, locked until the transaction is over; unknown ones are left out. They are
   * read anew: what has been changed in this transaction must have been flushed.
   */
  public Map<String, StockItem> locked(Collection<String> itemIds) {
    return entities
        .createQuery(
            "select s from StockItem s where s.itemId in :ids order by s.itemId", StockItem.class)
        .setParameter("ids", new TreeSet<>(itemIds))
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .setFlushMode(FlushModeType.COMMIT)
        .getResultStream()
        .collect(Collectors.toMap(StockItem::itemId, Function.identity()));
  }

  /** Locks all items, in the same turn. */
  public void lockAll() {
    entities
        .createNativeQuery("select item_id from stock order by item_id for update")
        .getResultList();
  }

  public List<StockItem> all() {
    return entities
        .createQuery("select s from StockItem s order by s.itemId", StockItem.class)
        .getResultList();
  }
}
