package org.petlab.storefront.management;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.checkout.PlacedOrders;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.storefront.customers.Accounts;
import org.petlab.storefront.visit.OpenVisits;
import org.petlab.workflow.management.ManagedApplication;
import org.petlab.workflow.management.Table;

/** What the lab may ask of the storefront. */
@ApplicationScoped
public class ManagedStorefront implements ManagedApplication {
  private static final List<String> COLUMNS =
      List.of("order_id", "received_ns", "customer", "total", "lines");

  @Inject private PlacedOrders orders;
  @Inject private CurrentCatalog catalog;
  @Inject private Accounts accounts;
  @Inject private OpenVisits visits;

  @Override
  public void reset() {
    visits.endAll();
    orders.clear();
    catalog.reset();
    accounts.reset();
  }

  @Override
  public void checkDatabase() {
    orders.check();
  }

  @Override
  public Map<String, Long> counts() {
    return Map.of("acknowledged", orders.count());
  }

  @Override
  public Table orders() {
    return new Table(COLUMNS, orders.all().stream().map(ManagedStorefront::row).toList());
  }

  private static List<?> row(PlacedOrder order) {
    return List.of(
        order.orderId(), order.receivedNanos(), order.customer(), order.total(), order.lines());
  }
}
