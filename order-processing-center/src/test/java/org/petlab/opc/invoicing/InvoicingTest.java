package org.petlab.opc.invoicing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.petlab.documents.Invoice;
import org.petlab.documents.Line;
import org.petlab.documents.Lines;
import org.petlab.documents.PurchaseOrder;
import org.petlab.opc.notifying.CustomerMail;
import org.petlab.opc.orders.BookedInvoice;
import org.petlab.opc.orders.Order;
import org.petlab.opc.orders.OrderState;
import org.petlab.opc.orders.Orders;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/**
 * An order of three lines, two pieces each. Invoices share lines when the supplier's step was done
 * again with other stock. Their ids, here: the lines.
 */
class InvoicingTest {
  private final Order order = Order.of(purchase(), "<xml/>");
  private final Books books = new Books();
  private final Mails mails = new Mails();
  private final Invoicing invoicing = new Invoicing(books, mails);

  private final class Books extends Orders {
    private final Map<String, Object> booked = new HashMap<>();
    private String asked;

    @Override
    public Optional<Order> locked(String id) {
      return Optional.of(order);
    }

    @Override
    public Optional<Order> find(String id) {
      return Optional.of(order);
    }

    @Override
    public <T> Optional<T> booked(Class<T> entity, String documentId) {
      asked = documentId;
      return Optional.ofNullable(entity.cast(booked.get(documentId)));
    }

    /** Nothing is booked that was not asked for before. */
    @Override
    public void book(Object entity) {
      booked.put(asked, entity);
    }

    @Override
    public void write() {}
  }

  private static final class Mails extends CustomerMail {
    private int completed;

    @Override
    public void completed(Order order) {
      completed++;
    }
  }

  /**
   * What came, one invoice after the other; then the state, how many invoices had news, how many
   * duplicates, and mails of completion.
   */
  @ParameterizedTest
  @CsvSource({
    "1, SHIPPED_PART, 1, 0, 0",
    "1 1, SHIPPED_PART, 1, 1, 0",
    "1 123, COMPLETED, 2, 0, 1",
    "123 1, COMPLETED, 1, 1, 1",
    "123 123, COMPLETED, 1, 1, 1",
    "123 1 23, COMPLETED, 1, 2, 1",
    "12 1 2, SHIPPED_PART, 1, 2, 0",
    "12 1 23, COMPLETED, 2, 1, 1",
    "12 23, COMPLETED, 2, 0, 1",
    "1 12 2 123 3 3, COMPLETED, 3, 3, 1"
  })
  void eachLineIsBookedOnceWhicheverInvoicesTellOfIt(
      String came, OrderState state, int invoices, int duplicates, int completionMails) {
    order.approve();
    Arrays.stream(came.split(" ")).map(InvoicingTest::invoice).forEach(invoicing::book);
    assertThat(order)
        .hasFieldOrPropertyWithValue("state", state)
        .hasFieldOrPropertyWithValue("invoices", invoices)
        .hasFieldOrPropertyWithValue("duplicates", duplicates);
    assertThat(mails.completed).isEqualTo(completionMails);
  }

  @Test
  void whatIsToldAgainWithOtherContentIsRefused() {
    order.approve();
    invoicing.book(invoice("123"));
    Invoice fewerPieces = invoice("1");
    fewerPieces.getLines().getLine().getFirst().setQuantity(1);
    assertRefused(fewerPieces, "Invoice 1: 3 of EST-1 shipped in line 1, but 2 ordered");

    invoicing.book(invoice("1"));
    Invoice otherPrice = invoice("1");
    otherPrice.getLines().getLine().getFirst().setUnitPrice(BigDecimal.ONE);
    assertRefused(otherPrice, "Invoice 1 is known already, with other content");
    assertThat(books.booked.get("1")).isInstanceOf(BookedInvoice.class);
  }

  @Test
  void theEntranceTakesWhatTheStepTakes() {
    order.approve();
    invoicing.book(invoice("12"));
    invoicing.book(invoice("3"));
    for (String lines : new String[] {"12", "1", "23", "123"}) {
      assertThatCode(() -> invoicing.check(invoice(lines))).doesNotThrowAnyException();
    }
    assertThatThrownBy(() -> invoicing.check(invoice("4")))
        .hasMessage("Invoice 4: Order 4711 has no line 4 for EST-4");
  }

  private void assertRefused(Invoice invoice, String reason) {
    assertThatThrownBy(() -> invoicing.book(invoice))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageStartingWith(reason);
    assertThatThrownBy(() -> invoicing.check(invoice)).hasMessageStartingWith(reason);
  }

  private static PurchaseOrder purchase() {
    PurchaseOrder purchase = new PurchaseOrder();
    purchase.setOrderId("4711");
    purchase.setTotal(new BigDecimal("60.00"));
    purchase.setLines(lines("123"));
    return purchase;
  }

  private static Invoice invoice(String numbers) {
    Invoice invoice = new Invoice();
    invoice.setDocumentId(numbers);
    invoice.setOrderId("4711");
    invoice.setLines(lines(numbers));
    return invoice;
  }

  private static Lines lines(String numbers) {
    Lines lines = new Lines();
    numbers
        .chars()
        .map(Character::getNumericValue)
        .mapToObj(InvoicingTest::line)
        .forEach(lines.getLine()::add);
    return lines;
  }

  private static Line line(int number) {
    Line line = new Line();
    line.setNumber(number);
    line.setItemId("EST-" + number);
    line.setDescription("An animal");
    line.setQuantity(2);
    line.setUnitPrice(new BigDecimal("10.00"));
    return line;
  }
}
