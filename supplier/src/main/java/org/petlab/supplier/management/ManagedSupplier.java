package org.petlab.supplier.management;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.petlab.pages.signon.Authenticator;
import org.petlab.supplier.stock.Stock;
import org.petlab.supplier.stock.StockItem;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.PastOrders;
import org.petlab.workflow.management.ManagedApplication;
import org.petlab.workflow.management.Table;

/** What the lab asks of the supplier. */
@ApplicationScoped
@Transactional
public class ManagedSupplier implements ManagedApplication {
  // Each with its key, in which past orders are told from others.
  private static final Map<String, String> EMPTIED = new LinkedHashMap<>();

  static {
    EMPTIED.put("shipment", "shipment_id");
    EMPTIED.put("supplier_order_line", "document_id");
    EMPTIED.put("supplier_order", "document_id");
  }

  private static final String OWN = " where " + PastOrders.exclusionSql("o.documentId");

  // The storefront's catalogue has as many, with the same ids.
  private static final int ITEMS_AT_SCALE_ONE = 28;

  @Resource(lookup = "jdbc/supplier")
  private DataSource database;

  @PersistenceContext private EntityManager entities;
  @Inject private Stock stock;
  @Inject private BedSettings bed;
  @Inject private Authenticator authenticator;

  @Override
  public void reset() {
    authenticator.reset();
    stock.lockAll();
    EMPTIED.forEach(this::empty);
    restock(bed.number("stock.initial", 1_000_000));
  }

  private void empty(String table, String key) {
    String sql = "delete from %s where %s".formatted(table, PastOrders.exclusionSql(key));
    entities.createNativeQuery(sql).executeUpdate();
  }

  /** As much as on the first day of every item, of the seed's and of those generated since. */
  private void restock(int initial) {
    entities
        .createQuery(
            """
            update StockItem s set s.initial = :initial, s.restocked = 0, s.onHand = :initial
            where s.initial <> :initial or s.restocked <> 0 or s.onHand <> :initial\
            """)
        .setParameter("initial", initial)
        .executeUpdate();
    int seeded = ITEMS_AT_SCALE_ONE * bed.number("catalog.scale", 1);
    IntStream.rangeClosed(1, seeded)
        .mapToObj(item -> "EST-" + item)
        .filter(item -> entities.find(StockItem.class, item) == null)
        .forEach(item -> entities.persist(new StockItem(item, initial)));
  }

  @Override
  public DataSource database() {
    return database;
  }

  @Override
  public void checkDatabase() {
    entities.find(StockItem.class, "none");
  }

  @Override
  public Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    counts.put(
        "waiting",
        count("select count(o) from SupplierOrderEntity o" + OWN + " and o.shippedNs is null"));
    counts.put(
        "shipped",
        count("select count(o) from SupplierOrderEntity o" + OWN + " and o.shippedNs is not null"));
    counts.put(
        "duplicates",
        count("select coalesce(sum(o.duplicates), 0) from SupplierOrderEntity o" + OWN));
    return counts;
  }

  @Override
  public Table orders() {
    return new Table(
        List.of(
            "order_id",
            "document_id",
            "state",
            "received_ns",
            "shipped_ns",
            "shipments",
            "duplicates"),
        rows(
            """
            select o.orderId, o.documentId, o.state, o.receivedNs, o.shippedNs,
                   o.shipments, o.duplicates
            from SupplierOrderEntity o\
            """
                + OWN
                + " order by o.orderId"));
  }

  Table shipments() {
    return new Table(
        List.of("shipment_id", "order_id", "item_id", "quantity", "shipped_ns"),
        rows(
            """
            select s.id, s.orderId, s.itemId, s.quantity, s.shippedNs
            from Shipment s\
            """
                + " where "
                + PastOrders.exclusionSql("s.id")
                + " order by s.id"));
  }

  Table stock() {
    return new Table(
        List.of("item_id", "initial", "restocked", "on_hand"),
        stock.all().stream()
            .<List<?>>map(
                item -> List.of(item.itemId(), item.initial(), item.restocked(), item.onHand()))
            .toList());
  }

  private List<List<?>> rows(String query) {
    return entities.createQuery(query, Object[].class).getResultList().stream()
        .<List<?>>map(Arrays::asList)
        .toList();
  }

  private long count(String query) {
    return entities.createQuery(query, Number.class).getSingleResult().longValue();
  }
}
