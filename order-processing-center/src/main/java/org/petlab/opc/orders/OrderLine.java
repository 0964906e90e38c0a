package org.petlab.opc.orders;

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

/** A line of an order, and how much of it has been shipped. */
@Entity
@Table(name = "order_line")
@IdClass(OrderLine.OrderLineKey.class)
class OrderLine {
  @Id
  @ManyToOne
  @JoinColumn(name = "order_id")
  private Order order;

  @Id
  @Column(name = "line_no")
  private int number;

  @Column(name = "item_id")
  private String itemId;

  private int quantity;

  @Column(name = "unit_price")
  private BigDecimal unitPrice;

  private int shipped;

  protected OrderLine() {}

  OrderLine(Order order, Line line) {
    this.order = order;
    this.number = line.getNumber();
    this.itemId = line.getItemId();
    this.quantity = line.getQuantity();
    this.unitPrice = line.getUnitPrice();
  }

  boolean isShipped() {
    return shipped == quantity;
  }

  /** Whether an invoice means this line. */
  boolean is(Line invoiced) {
    return number == invoiced.getNumber() && itemId.equals(invoiced.getItemId());
  }

  /** What was shipped may be told again, but only whole: no line ships twice. */
  void requireMatching(Line invoiced) {
    boolean again = isShipped() && invoiced.getQuantity() == quantity;
    int sum = shipped + invoiced.getQuantity();
    if (sum > quantity && !again) {
      throw new IllegalStateException(
          "%d of %s shipped in line %d, but %d ordered".formatted(sum, itemId, number, quantity));
    }
  }

  void ship(int amount) {
    shipped += amount;
  }

  /** The key, as Jakarta Persistence wants it. */
  static class OrderLineKey implements Serializable {
    private static final long serialVersionUID = 1L;
    private String order;
    private int number;

    @Override
    public boolean equals(Object other) {
      return other instanceof OrderLineKey key
          && number == key.number
          && Objects.equals(order, key.order);
    }

    @Override
    public int hashCode() {
      return Objects.hash(order, number);
    }
  }
}
