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
import javax.sql.DataSource;
import org.petlab.pages.signon.SignOnDesk;
import org.petlab.supplier.stock.Stock;
import org.petlab.supplier.stock.StockItem;
import org.petlab.workflow.BedSettings;
import org.petlab.workflow.management.ManagedApplication;
import org.petlab.workflow.management.Table;

/** What the lab asks of the supplier. */
@ApplicationScoped
@Transactional
public class ManagedSupplier implements ManagedApplication {
  private static final List<String> EMPTIED =
      List.of("Shipment", "CustomerOrderLine", "CustomerOrder", "StockItem");

  // The storefront's catalogue has as many, with the same ids.
  private static final int ITEMS_AT_SCALE_ONE = 28;

  @Resource(lookup = "jdbc/supplier")
  private DataSource database;

  @PersistenceContext private EntityManager entities;
  @Inject private Stock stock;
  @Inject private BedSettings bed;
  @Inject private SignOnDesk signOns;

  @Override
  public void reset() {
    signOns.forget();
    EMPTIED.forEach(entity -> entities.createQuery("delete from " + entity).executeUpdate());
    int initial = bed.number("stock.initial", 1_000_000);
    int items = ITEMS_AT_SCALE_ONE * bed.number("catalog.scale", 1);
    for (int item = 1; item <= items; item++) {
      entities.persist(new StockItem("EST-" + item, initial));
    }
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
    counts.put("waiting", count("select count(o) from CustomerOrder o where o.shippedNs is null"));
    counts.put(
        "shipped", count("select count(o) from CustomerOrder o where o.shippedNs is not null"));
    counts.put("repeated", count("select coalesce(sum(o.repeated), 0) from CustomerOrder o"));
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
            "repeated"),
        rows(
            """
            select o.orderId, o.documentId, o.state, o.receivedNs, o.shippedNs,
                   o.shipments, o.repeated
            from CustomerOrder o order by o.orderId"""));
  }

  Table shipments() {
    return new Table(
        List.of("shipment_id", "order_id", "item_id", "quantity", "shipped_ns"),
        rows(
            """
            select s.id, s.orderId, s.itemId, s.quantity, s.shippedNs
            from Shipment s order by s.id"""));
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
