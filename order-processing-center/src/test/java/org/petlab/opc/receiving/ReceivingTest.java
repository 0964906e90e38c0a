package org.petlab.opc.receiving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.petlab.documents.PurchaseOrder;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.Orders;
import org.petlab.opc.orders.ParsedOrders;
import org.petlab.opc.orders.ResponseTimes;
import org.petlab.workflow.kernel.documents.Documents;

/** An order is parsed once and written never, from the queue to the decision. */
class ReceivingTest {
  private final List<Order> booked = new ArrayList<>();
  private final ParsedOrders parsed = new ParsedOrders();
  private final Receiving receiving =
      new Receiving(new Books(), parsed, new ResponseTimes(), (along, document) -> {});

  private final class Books extends Orders {
    @Override
    public Optional<Order> locked(String id) {
      return Optional.empty();
    }

    @Override
    public void book(Object entity) {
      booked.add((Order) entity);
    }

    @Override
    public void write() {}
  }

  @Test
  void theTextIsKeptAsItCame() throws IOException {
    String xml = example().replace("<orderId>", "<!-- as it came --><orderId>");
    receiving.receive(Documents.read(xml, PurchaseOrder.class), xml);

    assertThat(booked).singleElement().returns(xml, Order::document);
  }

  @Test
  void theNextStepNeedNotParseItAndWhoComesLaterCan() throws IOException {
    String xml = example();
    PurchaseOrder purchase = Documents.read(xml, PurchaseOrder.class);
    receiving.receive(purchase, xml);
    // As the database gives it back.
    Order order = Order.of(purchase, new StringBuilder(xml).toString());

    assertThat(parsed.of(order)).isSameAs(purchase);
    assertThat(parsed.of(order))
        .as("it is kept for one step alone")
        .isNotSameAs(purchase)
        .returns(purchase.getOrderId(), PurchaseOrder::getOrderId);
  }

  @Test
  void anotherDocumentOfTheSameOrderIsNotTakenForIt() throws IOException {
    String rolledBack = example();
    PurchaseOrder purchase = Documents.read(rolledBack, PurchaseOrder.class);
    receiving.receive(purchase, rolledBack);
    String booked = rolledBack.replaceFirst("<name>[^<]*</name>", "<name>Somebody else</name>");

    assertThat(parsed.of(Order.of(purchase, booked)).getShipTo().getName())
        .isEqualTo("Somebody else");
  }

  @Test
  void aLongDocumentIsNotKeptInMemory() throws IOException {
    String xml = example().replace("<orderId>", "<!--" + "x".repeat(20_000) + "--><orderId>");
    PurchaseOrder purchase = Documents.read(xml, PurchaseOrder.class);
    receiving.receive(purchase, xml);

    assertThat(parsed.of(Order.of(purchase, xml))).isNotSameAs(purchase);
  }

  private static String example() throws IOException {
    try (InputStream file =
        PurchaseOrder.class.getResourceAsStream("/petlab/examples/purchase-order.xml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
