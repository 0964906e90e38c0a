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

  /** What it said, to be compared; null when nobody knows. */
  private String content;

  protected BookedInvoice() {}

  public BookedInvoice(String documentId, String orderId, String content) {
    this.documentId = documentId;
    this.orderId = orderId;
    this.content = content;
  }

  public String content() {
    return content;
  }
}
