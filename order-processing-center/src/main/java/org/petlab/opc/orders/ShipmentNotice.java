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

  /** What it said, to be compared; null when nobody knows. */
  private String content;

  protected ShipmentNotice() {}

  public ShipmentNotice(String documentId, String orderId, String content) {
    this.documentId = documentId;
    this.orderId = orderId;
    this.content = content;
  }

  public String content() {
    return content;
  }
}
