package org.petlab.workflow.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.petlab.documents.Invoice;
import org.petlab.documents.Line;
import org.petlab.documents.Lines;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** Whether a SOAP entrance remembers what it took while no table has it yet. */
class RecentDocumentsTest {
  private final RecentDocuments recent = new RecentDocuments();

  @Test
  void theSameDocumentMayComeAgain() {
    recent.keep(Transition.INVOICE, invoice("10001-I1", "10001"));
    assertThatCode(() -> recent.keep(Transition.INVOICE, invoice("10001-I1", "10001")))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherOneOfTheSameIdIsRefusedAndChangesNothing() {
    recent.keep(Transition.INVOICE, invoice("10001-I1", "10001"));
    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(() -> recent.keep(Transition.INVOICE, invoice("10001-I1", "10002")))
          .isInstanceOf(UnreadableDocumentException.class)
          .hasMessageStartingWith("Invoice 10001-I1 is known already, with other content");
    }
  }

  @Test
  void whatIsForgottenAfterAResetMayComeAnew() {
    recent.keep(Transition.INVOICE, invoice("10001-I1", "10001"));
    recent.forget();
    assertThatCode(() -> recent.keep(Transition.INVOICE, invoice("10001-I1", "10002")))
        .doesNotThrowAnyException();
  }

  @Test
  void itsMemoryIsBoundedAndTheOldestGoFirst() {
    IntStream.rangeClosed(0, RecentDocuments.MAX_DOCUMENTS)
        .forEach(number -> recent.keep(Transition.INVOICE, invoice("I" + number, "10001")));
    assertThatThrownBy(() -> recent.keep(Transition.INVOICE, invoice("I1", "10002")))
        .hasMessageContaining("with other content");
    assertThatCode(() -> recent.keep(Transition.INVOICE, invoice("I0", "10002")))
        .doesNotThrowAnyException();
  }

  private static Invoice invoice(String documentId, String orderId) {
    Line line = new Line();
    line.setNumber(1);
    line.setItemId("EST-1");
    line.setDescription("Large angelfish");
    line.setQuantity(1);
    line.setUnitPrice(new BigDecimal("16.50"));
    Invoice invoice = new Invoice();
    invoice.setDocumentId(documentId);
    invoice.setOrderId(orderId);
    invoice.setLines(new Lines());
    invoice.getLines().getLine().add(line);
    return invoice;
  }
}
