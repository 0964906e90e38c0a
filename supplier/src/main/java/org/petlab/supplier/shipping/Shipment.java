package org.petlab.supplier.shipping;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.petlab.supplier.orders.SupplierOrderLine;
import org.petlab.workflow.kernel.WallClock;

/** Goods that left the warehouse. */
@Entity
@Table(name = "shipment")
public class Shipment {
  @Id
  @Column(name = "shipment_id")
  private String id;

  @Column(name = "order_id")
  private String orderId;

  @Column(name = "item_id")
  private String itemId;

  private int quantity;

  @Column(name = "shipped_ns")
  private long shippedNs;

  protected Shipment() {}

  Shipment(String id, String orderId, SupplierOrderLine line) {
    this.id = id;
    this.orderId = orderId;
    this.itemId = line.itemId();
    this.quantity = line.quantity();
    this.shippedNs = WallClock.nanos();
  }
}
