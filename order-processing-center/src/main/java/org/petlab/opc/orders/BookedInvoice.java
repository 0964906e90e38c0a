package org.petlab.opc.orders;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An invoice that has been booked: it will not be booked again. */
@Entity
@Table(name = "booked_invoice")
public class BookedInvoice {
  @Id
  @Column(name = "document_id")
  private String documentId;

  @Column(name = "order_id")
  private String orderId;

  protected BookedInvoice() {}

  public BookedInvoice(String documentId, String orderId) {
    this.documentId = documentId;
    this.orderId = orderId;
  }
}
