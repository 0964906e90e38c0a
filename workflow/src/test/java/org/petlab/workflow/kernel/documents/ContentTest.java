package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.documents.Invoice;
import org.petlab.documents.PurchaseOrder;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.UnreadableDocumentException;

class ContentTest {

  @Test
  void whatIsSentAgainSaysTheSame() {
    assertThat(order(example("purchase-order").replace("15:30.1", "16:30.1")))
        .isEqualTo(order(example("purchase-order")));
    assertThat(order(example("purchase-order").replace(">16.50<", ">16.5<")))
        .isEqualTo(order(example("purchase-order")));
    assertThat(invoice(example("invoice").replace("15:30.2", "16:30.2")))
        .isEqualTo(invoice(example("invoice")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10001", "customer1", "customer1@example.org", "Ada Byron", "12 St James Square", "London",
        "SW1Y 4JH", "United Kingdom", "020 7946 0000", "4111111111111111", "12/2030", "EST-1",
        "Large angelfish", "<quantity>2", "16.50"
      })
  void whateverElseIsChangedIsOtherContent(String value) {
    String changed = value.replaceFirst("[0-9](?!.*[0-9])|[a-z](?!.*[0-9a-z])", "3");
    assertThat(changed).isNotEqualTo(value);
    assertThat(order(example("purchase-order").replaceFirst(value, changed)))
        .isNotEqualTo(order(example("purchase-order")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"London", "EST-1", "<number>1", "<quantity>2", "16.50"})
  void theSuppliersDocumentsTooTellOtherContent(String value) {
    String changed = value.replaceFirst(".$", "3");
    assertThat(supplierOrder(example("supplier-order").replaceFirst(value, changed)))
        .isNotEqualTo(supplierOrder(example("supplier-order")));
    if (!value.equals("London")) {
      assertThat(invoice(example("invoice").replaceFirst(value, changed)))
          .isNotEqualTo(invoice(example("invoice")));
    }
  }

  @Test
  void otherContentOfTheSameIdIsRefused() {
    assertThatCode(() -> Content.requireSame("Order 1", "a", "a")).doesNotThrowAnyException();
    assertThatCode(() -> Content.requireSame("Order 1", null, "a")).doesNotThrowAnyException();
    assertThatThrownBy(() -> Content.requireSame("Order 1", "a", "b"))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageStartingWith("Order 1 is known already, with other content");
  }

  private static String order(String xml) {
    PurchaseOrder order = Documents.read(xml, PurchaseOrder.class);
    LineNumbers.complete(order.getLines().getLine());
    return Content.of(order);
  }

  private static String supplierOrder(String xml) {
    return Content.of(Documents.read(xml, SupplierOrder.class));
  }

  private static String invoice(String xml) {
    return Content.of(Documents.read(xml, Invoice.class));
  }

  private static String example(String name) {
    try (InputStream file =
        PurchaseOrder.class.getResourceAsStream("/petlab/examples/" + name + ".xml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
