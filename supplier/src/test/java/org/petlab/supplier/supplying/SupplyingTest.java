package org.petlab.supplier.supplying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.petlab.documents.Line;
import org.petlab.documents.Lines;
import org.petlab.documents.SupplierOrder;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** What the schema cannot say of a supplier order that is to be booked, shipped and invoiced. */
class SupplyingTest {

  @Test
  void aSupplierOrderIsTakenUpToWhatAnInvoiceMayBeOver() {
    assertThatCode(() -> Supplying.check(order("10001-S", "9999999999.99", 1)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Supplying.check(order("10001-S", "5000000000.00", 2)))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining("and an invoice may total at most 9999999999.99");
  }

  @Test
  void aLineWithoutANumberGetsThatOfItsPlace() {
    SupplierOrder order = order("10001-S", "1.00", 1);
    Supplying.check(order);
    assertThat(order.getLines().getLine().getFirst().getNumber()).isEqualTo(1);
  }

  @Test
  void anOrderHasOneSupplierOrder() {
    assertThatThrownBy(() -> Supplying.check(order("10001-T", "1.00", 1)))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessage("Supplier order 10001-T: expected the id 10001-S");
  }

  private static SupplierOrder order(String documentId, String price, int quantity) {
    Line line = new Line();
    line.setItemId("EST-1");
    line.setDescription("Large angelfish");
    line.setQuantity(quantity);
    line.setUnitPrice(new BigDecimal(price));
    SupplierOrder order = new SupplierOrder();
    order.setDocumentId(documentId);
    order.setOrderId("10001");
    order.setLines(new Lines());
    order.getLines().getLine().add(line);
    return order;
  }
}
