package org.petlab.storefront.management;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.petlab.pages.signon.Authenticator;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.checkout.PlacedOrders;
import org.petlab.storefront.checkout.PlacedOrders.PlacedOrder;
import org.petlab.storefront.checkout.UnsettledOrders;
import org.petlab.storefront.customers.PasswordRateLimit;
import org.petlab.storefront.customers.SeededAccounts;
import org.petlab.storefront.visit.SessionRegistry;
import org.petlab.workflow.management.ManagedApplication;
import org.petlab.workflow.management.Table;

/** What the lab may ask of the storefront. */
@ApplicationScoped
public class ManagedStorefront implements ManagedApplication {
  private static final List<String> COLUMNS =
      List.of("order_id", "received_ns", "customer", "total", "lines");

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  @Inject private PlacedOrders orders;
  @Inject private UnsettledOrders unsettled;
  @Inject private CurrentCatalog catalog;
  @Inject private SeededAccounts accounts;
  @Inject private SessionRegistry sessions;
  @Inject private Authenticator authenticator;
  @Inject private PasswordRateLimit passwordRate;

  @Override
  public void reset() {
    sessions.endAll();
    authenticator.reset();
    passwordRate.reset();
    orders.clear();
    unsettled.forget();
    catalog.reset();
    accounts.reset();
  }

  @Override
  public DataSource database() {
    return database;
  }

  @Override
  @Transactional
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
