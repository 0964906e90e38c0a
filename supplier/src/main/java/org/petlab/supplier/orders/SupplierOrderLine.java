package org.petlab.supplier.orders;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Objects;
import org.petlab.documents.Line;

/** One item of a supplier order: it ships whole or waits. */
@Entity
@Table(name = "supplier_order_line")
@IdClass(SupplierOrderLine.SupplierOrderLineKey.class)
public class SupplierOrderLine {
  @Id
  @ManyToOne
  @JoinColumn(name = "document_id")
  private SupplierOrderEntity order;

  @Id
  @Column(name = "line_no")
  private int number;

  @Column(name = "item_id")
  private String itemId;

  private String description;
  private int quantity;

  @Column(name = "unit_price")
  private BigDecimal unitPrice;

  private boolean shipped;

  protected SupplierOrderLine() {}

  SupplierOrderLine(SupplierOrderEntity order, Line line) {
    this.order = order;
    this.number = line.getNumber();
    this.itemId = line.getItemId();
    this.description = line.getDescription();
    this.quantity = line.getQuantity();
    this.unitPrice = line.getUnitPrice();
  }

  public void markShipped() {
    shipped = true;
  }

  boolean isShipped() {
    return shipped;
  }

  public String itemId() {
    return itemId;
  }

  public int number() {
    return number;
  }

  public int quantity() {
    return quantity;
  }

  public BigDecimal price() {
    return unitPrice.multiply(BigDecimal.valueOf(quantity));
  }

  /** The line as an invoice shows it. */
  public Line invoiced() {
    Line line = new Line();
    line.setNumber(number);
    line.setItemId(itemId);
    line.setDescription(description);
    line.setQuantity(quantity);
    line.setUnitPrice(unitPrice);
    return line;
  }

  /** The key, as Jakarta Persistence wants it. */
  static class SupplierOrderLineKey implements Serializable {
    private static final long serialVersionUID = 1L;
    private String order;
    private int number;

    @Override
    public boolean equals(Object other) {
      return other instanceof SupplierOrderLineKey key
          && number == key.number
          && Objects.equals(order, key.order);
    }

    @Override
    public int hashCode() {
      return Objects.hash(order, number);
    }
  }
}
