package org.petlab.opc.orders;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An invoice of which the customer has been told: there will be no second mail. */
@Entity
@Table(name = "shipment_notice")
public class ShipmentNotice {
  @Id
  @Column(name = "document_id")
  private String documentId;

  @Column(name = "order_id")
  private String orderId;

  protected ShipmentNotice() {}

  public ShipmentNotice(String documentId, String orderId) {
    this.documentId = documentId;
    this.orderId = orderId;
  }
}
