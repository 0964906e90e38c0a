package org.petlab.supplier.orders;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.petlab.documents.Line;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.WallClock;
import org.petlab.workflow.kernel.documents.Content;

/** What the supplier was asked to ship, and what of it has been. */
@Entity
@Table(name = "supplier_order")
public class SupplierOrderEntity {
  @Id
  @Column(name = "document_id")
  private String documentId;

  @Column(name = "order_id")
  private String orderId;

  @Enumerated(EnumType.STRING)
  private SupplierOrderState state;

  @Column(name = "received_ns")
  private long receivedNs;

  @Column(name = "shipped_ns")
  private Long shippedNs;

  private int shipments;
  private int duplicates;

  /** What the document said, to be compared; null when nobody knows. */
  private String content;

  /** By their numbers, also before they are booked: an invoice's id and content follow from it. */
  @OneToMany(mappedBy = "order", cascade = CascadeType.PERSIST)
  @OrderBy("number")
  private List<SupplierOrderLine> lines = new ArrayList<>();

  protected SupplierOrderEntity() {}

  /** A new order, WAITING. The lines of the document are numbered. */
  public static SupplierOrderEntity of(SupplierOrder document) {
    SupplierOrderEntity order = new SupplierOrderEntity();
    order.documentId = document.getDocumentId();
    order.orderId = document.getOrderId();
    order.state = SupplierOrderState.WAITING;
    order.receivedNs = WallClock.nanos();
    order.content = Content.of(document);
    document.getLines().getLine().stream()
        .sorted(Comparator.comparing(Line::getNumber))
        .forEach(line -> order.lines.add(new SupplierOrderLine(order, line)));
    return order;
  }

  /** The lines that have not left the warehouse. */
  public List<SupplierOrderLine> waitingLines() {
    return lines.stream().filter(line -> !line.isShipped()).toList();
  }

  public boolean waitsFor(String itemId) {
    return waitingLines().stream().anyMatch(line -> line.itemId().equals(itemId));
  }

  /**
   * The id of the invoice for these lines. It names them, by a bit for each line of the order: a
   * step that is done again, and finds other goods in stock, sends another document.
   */
  public String invoiceId(Collection<SupplierOrderLine> shipped) {
    BigInteger places = BigInteger.ZERO;
    for (SupplierOrderLine line : shipped) {
      places = places.setBit(lines.indexOf(line));
    }
    return orderId + "-I" + places.toString(16);
  }

  /** Books a shipment. */
  public void recordShipment() {
    shipments++;
    if (waitingLines().isEmpty()) {
      state = SupplierOrderState.SHIPPED;
      shippedNs = WallClock.nanos();
    }
  }

  /** The same supplier order came again. */
  public void recordDuplicate() {
    duplicates++;
  }

  public String content() {
    return content;
  }

  public String documentId() {
    return documentId;
  }

  public String orderId() {
    return orderId;
  }
}
