package org.petlab.opc.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.petlab.documents.Decision;
import org.petlab.documents.Line;
import org.petlab.documents.Lines;
import org.petlab.documents.PurchaseOrder;

class OrderTest {
  private final Order order =
      Order.of(purchase(line(1, "EST-1", 2), line(2, "EST-2", 1)), "<xml/>");

  @Test
  void anOrderGoesAllTheWay() {
    assertThat(order.state()).isEqualTo(OrderState.PENDING);
    order.approve();
    assertThat(order.state()).isEqualTo(OrderState.APPROVED);
    order.ship(List.of(line(1, "EST-1", 2)));
    assertThat(order.state()).isEqualTo(OrderState.SHIPPED_PART);
    assertThat(order.isCompleted()).isFalse();
    order.ship(List.of(line(2, "EST-2", 1)));
    assertThat(order.state()).isEqualTo(OrderState.COMPLETED);
    assertThat(order.isCompleted()).isTrue();
  }

  @Test
  void whatWasApprovedNeitherWaitsNorIsDenied() {
    order.approve();
    assertThatThrownBy(order::awaitApproval)
        .hasMessage("Order 4711 cannot wait for approval: it is APPROVED");
    assertThatThrownBy(() -> order.deny("The card was declined"))
        .hasMessage("Order 4711 cannot be denied: it is APPROVED");
    assertThat(order.isAwaitingApproval()).isFalse();
    assertThat(order.refusal()).isNull();
  }

  @Test
  void aLargeOrderWaitsUntilAPersonDecides() {
    order.awaitApproval();
    assertThat(order.isAwaitingApproval()).isTrue();
    order.approve();
    assertThat(order.isAwaitingApproval()).isFalse();
  }

  @Test
  void ofTwoDecisionsTheFirstIsTaken() {
    assertThatThrownBy(() -> order.take(Decision.DENIED))
        .hasMessage("Order 4711 cannot be decided: it is PENDING");
    order.awaitApproval();
    order.take(Decision.APPROVED);
    order.take(Decision.APPROVED);
    assertThatThrownBy(() -> order.take(Decision.DENIED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Order 4711 cannot be DENIED any more: it is PENDING");
    assertThat(order.decision()).contains(Decision.APPROVED);
    order.approve();
    assertThatThrownBy(() -> order.take(Decision.APPROVED))
        .hasMessage("Order 4711 cannot be decided: it is APPROVED");
  }

  @Test
  void aDecisionContradictsWhatTheRuleHasDecided() {
    order.requireNoOtherDecision(Decision.DENIED);
    order.approve();
    order.requireNoOtherDecision(Decision.APPROVED);
    assertThatThrownBy(() -> order.requireNoOtherDecision(Decision.DENIED))
        .hasMessage("Order 4711 cannot be DENIED any more: it is APPROVED");
  }

  @Test
  void anApprovalThatTheCardDidNotPayForIsNoContradiction() {
    order.awaitApproval();
    order.take(Decision.APPROVED);
    order.deny("The card was declined");
    order.requireNoOtherDecision(Decision.APPROVED);
    assertThatThrownBy(() -> order.requireNoOtherDecision(Decision.DENIED))
        .hasMessage("Order 4711 cannot be DENIED any more: it is DENIED");
  }

  @Test
  void aDeniedOrderSaysWhyAndStaysDenied() {
    order.deny("The card was declined");
    assertThat(order.refusal()).isEqualTo("The card was declined");
    assertThatThrownBy(order::approve)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Order 4711 cannot be approved: it is DENIED");
  }

  @Test
  void nothingIsShippedBeforeApproval() {
    assertThatThrownBy(() -> order.ship(List.of(line(1, "EST-1", 2))))
        .hasMessage("Order 4711 cannot be shipped: it is PENDING");
  }

  @Test
  void whatWillNotFitIsKnownBeforeApproval() {
    order.requireMatching(List.of(line(1, "EST-1", 2)));
    assertThatThrownBy(() -> order.requireMatching(List.of(line(1, "EST-1", 3))))
        .hasMessage("3 of EST-1 shipped in line 1, but 2 ordered");
    order.deny("The card was declined");
    assertThatThrownBy(() -> order.requireMatching(List.of(line(1, "EST-1", 2))))
        .hasMessage("Order 4711 cannot be shipped: it is DENIED");
  }

  @Test
  void nothingIsShippedTwiceOrThatWasNotOrdered() {
    order.approve();
    order.ship(List.of(line(1, "EST-1", 2)));
    assertThat(order.ship(List.of(line(1, "EST-1", 2)))).as("told again").isFalse();
    assertThat(order).hasFieldOrPropertyWithValue("invoices", 1);
    assertThatThrownBy(() -> order.ship(List.of(line(1, "EST-1", 1))))
        .hasMessage("3 of EST-1 shipped in line 1, but 2 ordered");
    assertThatThrownBy(() -> order.ship(List.of(line(2, "EST-2", 5))))
        .hasMessage("5 of EST-2 shipped in line 2, but 1 ordered");
    assertThatThrownBy(() -> order.ship(List.of(line(2, "EST-1", 1))))
        .hasMessage("Order 4711 has no line 2 for EST-1");
    assertThatThrownBy(() -> order.ship(List.of(line(3, "EST-1", 1))))
        .hasMessage("Order 4711 has no line 3 for EST-1");
  }

  @Test
  void linesOfTheSameItemAreShippedInAnyOrder() {
    Order twice = Order.of(purchase(line(1, "EST-1", 5), line(7, "EST-1", 1)), "<xml/>");
    twice.approve();
    twice.ship(List.of(line(7, "EST-1", 1)));
    assertThat(twice.state()).isEqualTo(OrderState.SHIPPED_PART);
    twice.ship(List.of(line(1, "EST-1", 5)));
    assertThat(twice.state()).isEqualTo(OrderState.COMPLETED);
  }

  @Test
  void ofAnInvoiceThatDoesNotFitNothingIsBooked() {
    order.approve();
    assertThatThrownBy(() -> order.ship(List.of(line(2, "EST-2", 1), line(1, "EST-1", 3))))
        .isInstanceOf(IllegalStateException.class);
    assertThat(order.state()).isEqualTo(OrderState.APPROVED);
    order.ship(List.of(line(2, "EST-2", 1), line(1, "EST-1", 2)));
    assertThat(order.isCompleted()).isTrue();
  }

  private static PurchaseOrder purchase(Line... lines) {
    PurchaseOrder purchase = new PurchaseOrder();
    purchase.setOrderId("4711");
    purchase.setCustomerId("customer1");
    purchase.setEmail("customer1@example.org");
    purchase.setTotal(new BigDecimal("30.00"));
    purchase.setLines(new Lines());
    purchase.getLines().getLine().addAll(List.of(lines));
    return purchase;
  }

  private static Line line(int number, String itemId, int quantity) {
    Line line = new Line();
    line.setNumber(number);
    line.setItemId(itemId);
    line.setQuantity(quantity);
    line.setUnitPrice(new BigDecimal("10.00"));
    return line;
  }
}
