package org.petlab.supplier.shipping;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.petlab.supplier.orders.SupplierOrderEntity;
import org.petlab.supplier.orders.SupplierOrderLine;
import org.petlab.supplier.stock.Stock;
import org.petlab.supplier.stock.StockItem;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.Transitions;

/** Takes goods from stock, lets them leave and invoices them. */
@ApplicationScoped
public class Shipping {
  @PersistenceContext private EntityManager entities;
  @Inject private Stock stock;
  @Inject private Transitions transitions;

  /** Ships each waiting line for which there is enough; the others go on waiting. */
  public void shipAvailable(SupplierOrderEntity order) {
    List<SupplierOrderLine> lines = order.waitingLines();
    Map<String, StockItem> items =
        stock.locked(lines.stream().map(SupplierOrderLine::itemId).toList());
    ship(order, takeFromStock(lines, items));
  }

  /**
   * The same, but of one item only, which is locked already. Nothing else can have come in: goods
   * that arrive are shipped at once to those who wait for them.
   */
  void shipAvailable(SupplierOrderEntity order, StockItem item) {
    List<SupplierOrderLine> lines =
        order.waitingLines().stream().filter(line -> line.itemId().equals(item.itemId())).toList();
    ship(order, takeFromStock(lines, Map.of(item.itemId(), item)));
  }

  private void ship(SupplierOrderEntity order, List<SupplierOrderLine> shipped) {
    if (shipped.isEmpty()) {
      return;
    }
    order.recordShipment();
    String invoiceId = order.invoiceId(shipped);
    for (SupplierOrderLine line : shipped) {
      entities.persist(new Shipment(invoiceId + "-" + line.number(), order.orderId(), line));
    }
    entities.flush();
    transitions.send(Transition.INVOICE, Invoices.of(invoiceId, order, shipped));
  }

  /** Takes the lines for which there is enough, in their turn; each ships whole or waits. */
  static List<SupplierOrderLine> takeFromStock(
      List<SupplierOrderLine> lines, Map<String, StockItem> items) {
    List<SupplierOrderLine> taken = new ArrayList<>();
    for (SupplierOrderLine line : lines) {
      StockItem item = items.get(line.itemId());
      if (item != null && item.has(line.quantity())) {
        item.take(line.quantity());
        line.markShipped();
        taken.add(line);
      }
    }
    return taken;
  }
}
