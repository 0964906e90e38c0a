package org.petlab.supplier.warehouse;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What is in the warehouse, to be looked at: nothing is locked. */
@ApplicationScoped
public class Inventory {
  static final List<String> SHOWN = List.of("all", "awaited", "out");

  private static final Map<String, String> CONDITIONS =
      Map.of(
          "all", "",
          "awaited",
              " and exists (select l from SupplierOrderLine l"
                  + " where l.itemId = s.itemId and l.shipped = false)",
          "out", " and s.onHand = 0");
  private static final String ROW =
      "select new org.petlab.supplier.warehouse.InventoryRow("
          + "s.itemId, s.initial, s.restocked, s.onHand) from StockItem s";

  @PersistenceContext private EntityManager entities;

  /**
   * Shorter numbers first: EST-2 comes before EST-10.
   *
   * @param part what an item's number contains; empty for any
   * @param show one of {@link #SHOWN}
   * @param after the last item of the page before; empty for the first
   */
  Page<InventoryRow> page(String part, String show, String after) {
    String numbered = part.isEmpty() ? "" : " and locate(:part, upper(s.itemId)) > 0";
    TypedQuery<InventoryRow> query =
        entities
            .createQuery(
                ROW
                    + " where (length(s.itemId) > :length"
                    + " or (length(s.itemId) = :length and s.itemId > :after))"
                    + numbered
                    + CONDITIONS.get(show)
                    + " order by length(s.itemId), s.itemId",
                InventoryRow.class)
            .setParameter("length", after.length())
            .setParameter("after", after)
            .setMaxResults(Page.FETCH_SIZE);
    if (!part.isEmpty()) {
      query.setParameter("part", part.toUpperCase(Locale.ROOT));
    }
    return Page.of(withAwaited(query.getResultList()), InventoryRow::itemId);
  }

  Optional<InventoryRow> item(String itemId) {
    List<InventoryRow> found =
        entities
            .createQuery(ROW + " where s.itemId = :item", InventoryRow.class)
            .setParameter("item", itemId)
            .getResultList();
    return withAwaited(found).stream().findFirst();
  }

  private List<InventoryRow> withAwaited(List<InventoryRow> rows) {
    if (rows.isEmpty()) {
      return rows;
    }
    Map<String, Long> awaited = new HashMap<>();
    entities
        .createQuery(
            """
            select l.itemId, sum(l.quantity) from SupplierOrderLine l
            where l.shipped = false and l.itemId in :items group by l.itemId\
            """,
            Object[].class)
        .setParameter("items", rows.stream().map(InventoryRow::itemId).toList())
        .getResultList()
        .forEach(found -> awaited.put((String) found[0], ((Number) found[1]).longValue()));
    return rows.stream()
        .map(row -> row.withAwaited(awaited.getOrDefault(row.itemId(), 0L)))
        .toList();
  }
}
