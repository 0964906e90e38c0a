package org.petlab.opc.orders;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.petlab.documents.Decision;
import org.petlab.documents.Line;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.WallClock;

/** An order and its life cycle. Whoever changes it holds its lock. */
@Entity
@Table(name = "purchase_order")
public class Order {
  @Id
  @Column(name = "order_id")
  private String id;

  @Enumerated(EnumType.STRING)
  private OrderState state;

  @Column(name = "customer_id")
  private String customerId;

  private String email;
  private BigDecimal total;
  private String refusal;

  @Column(name = "awaiting_approval")
  private boolean awaitingApproval;

  /** What a person has decided; null until then. It takes effect in a step of its own. */
  @Enumerated(EnumType.STRING)
  private Decision decision;

  /** The purchase order as it came. */
  private String document;

  @Column(name = "received_ns")
  private long receivedNs;

  @Column(name = "approved_ns")
  private Long approvedNs;

  @Column(name = "completed_ns")
  private Long completedNs;

  private int invoices;
  private int duplicates;

  @OneToMany(mappedBy = "order", cascade = CascadeType.PERSIST)
  @OrderBy("number")
  private List<OrderLine> lines = new ArrayList<>();

  protected Order() {}

  /** A new order, PENDING. The lines of the document are numbered. */
  public static Order of(PurchaseOrder purchase, String document) {
    Order order = new Order();
    order.id = purchase.getOrderId();
    order.state = OrderState.PENDING;
    order.customerId = purchase.getCustomerId();
    order.email = purchase.getEmail();
    order.total = purchase.getTotal();
    order.document = document;
    order.receivedNs = WallClock.nanos();
    for (Line line : purchase.getLines().getLine()) {
      order.lines.add(new OrderLine(order, line));
    }
    return order;
  }

  public boolean isPending() {
    return state == OrderState.PENDING;
  }

  public boolean isCompleted() {
    return state == OrderState.COMPLETED;
  }

  /** A person has to decide. */
  public void awaitApproval() {
    require(isPending(), "wait for approval");
    awaitingApproval = true;
  }

  /**
   * Takes a person's decision down, so that no other is taken after it. The same one may come
   * again.
   *
   * @throws IllegalStateException when the order does not wait, or another decision was taken
   */
  public void take(Decision personal) {
    require(awaitingApproval, "be decided");
    requireNoOtherDecision(personal);
    decision = personal;
  }

  /**
   * Requires that a person's decision contradicts neither another nor what became of the order.
   *
   * @throws IllegalStateException when it does
   */
  public void requireNoOtherDecision(Decision personal) {
    boolean contradicted =
        decision != null
            ? decision != personal
            : !isPending() && (personal == Decision.DENIED) != (state == OrderState.DENIED);
    require(!contradicted, "be " + personal + " any more");
  }

  public void approve() {
    require(isPending(), "be approved");
    state = OrderState.APPROVED;
    awaitingApproval = false;
    approvedNs = WallClock.nanos();
  }

  public void deny(String reason) {
    require(isPending(), "be denied");
    state = OrderState.DENIED;
    awaitingApproval = false;
    refusal = reason;
  }

  /**
   * Books what an invoice says was shipped, by the numbers of its lines, which are distinct. A line
   * that was shipped already is left out: another invoice told of it, when the supplier's step was
   * done again and found other stock.
   *
   * @return whether anything was booked: if not, the invoice is a duplicate
   * @throws IllegalStateException when it does not fit the order; then nothing of it is booked
   */
  public boolean ship(List<Line> shipped) {
    require(!isPending(), "be shipped");
    requireMatching(shipped);
    List<Line> unbooked = shipped.stream().filter(each -> !line(each).isShipped()).toList();
    if (unbooked.isEmpty()) {
      return false;
    }
    unbooked.forEach(each -> line(each).ship(each.getQuantity()));
    recordInvoice();
    return true;
  }

  private void recordInvoice() {
    invoices++;
    if (lines.stream().allMatch(OrderLine::isShipped)) {
      state = OrderState.COMPLETED;
      completedNs = WallClock.nanos();
    } else {
      state = OrderState.SHIPPED_PART;
    }
  }

  /**
   * Requires that this was ordered and may be shipped, now or once the step that asked the supplier
   * has committed, or that it was shipped just so.
   *
   * @throws IllegalStateException when it does not fit the order
   */
  public void requireMatching(List<Line> shipped) {
    require(state != OrderState.DENIED, "be shipped");
    shipped.forEach(each -> line(each).requireMatching(each));
  }

  private OrderLine line(Line shipped) {
    return lines.stream()
        .filter(line -> line.is(shipped))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "Order %s has no line %d for %s"
                        .formatted(id, shipped.getNumber(), shipped.getItemId())));
  }

  /** A document came again that had been booked already. */
  public void recordDuplicate() {
    duplicates++;
  }

  private void require(boolean allowed, String what) {
    if (!allowed) {
      throw new IllegalStateException("Order %s cannot %s: it is %s".formatted(id, what, state));
    }
  }

  public String id() {
    return id;
  }

  public OrderState state() {
    return state;
  }

  public String email() {
    return email;
  }

  public BigDecimal total() {
    return total;
  }

  public String document() {
    return document;
  }

  public boolean isAwaitingApproval() {
    return awaitingApproval;
  }

  /** What a person has decided; empty until then. */
  public Optional<Decision> decision() {
    return Optional.ofNullable(decision);
  }

  public String refusal() {
    return refusal;
  }

  public int duplicates() {
    return duplicates;
  }
}
