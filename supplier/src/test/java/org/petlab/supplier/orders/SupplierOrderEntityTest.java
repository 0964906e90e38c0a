package org.petlab.supplier.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.petlab.documents.Address;
import org.petlab.documents.Line;
import org.petlab.documents.Lines;
import org.petlab.documents.SupplierOrder;

/** A supplier order of two lines, of which one ships after the other. */
public class SupplierOrderEntityTest {
  private final SupplierOrderEntity order = SupplierOrderEntity.of(document());

  @Test
  void whatIsShippedWaitsNoLonger() {
    assertThat(order.waitingLines()).extracting(SupplierOrderLine::number).containsExactly(1, 2);
    order.waitingLines().getFirst().markShipped();
    assertThat(order.waitingLines()).extracting(SupplierOrderLine::number).containsExactly(2);
    assertThat(order.waitsFor("EST-1")).isFalse();
    assertThat(order.waitsFor("EST-4")).isTrue();
  }

  @Test
  void theLastShipmentEndsTheOrder() {
    order.waitingLines().getFirst().markShipped();
    order.recordShipment();
    assertThat(order).hasFieldOrPropertyWithValue("state", SupplierOrderState.WAITING);
    order.waitingLines().getFirst().markShipped();
    order.recordShipment();
    assertThat(order).hasFieldOrPropertyWithValue("state", SupplierOrderState.SHIPPED);
    assertThat(order).extracting("shippedNs").isNotNull();
    assertThat(order).hasFieldOrPropertyWithValue("shipments", 2);
  }

  @Test
  void anInvoicesIdNamesItsLines() {
    List<SupplierOrderLine> lines = order.waitingLines();
    assertThat(order.invoiceId(lines.subList(0, 1))).isEqualTo("10001-I1");
    assertThat(order.invoiceId(lines.subList(1, 2))).isEqualTo("10001-I2");
    assertThat(order.invoiceId(lines)).isEqualTo("10001-I3");
  }

  @Test
  void linesAreInTheOrderOfTheirNumbersWhateverTheDocumentsIs() {
    SupplierOrder turned = document();
    Collections.reverse(turned.getLines().getLine());
    SupplierOrderEntity same = SupplierOrderEntity.of(turned);
    assertThat(same.waitingLines()).extracting(SupplierOrderLine::number).containsExactly(1, 2);
    assertThat(same.invoiceId(same.waitingLines().subList(0, 1))).isEqualTo("10001-I1");
  }

  /** The schema's longest order id, and as many lines as it allows. */
  @Test
  void theLongestInvoiceIdIsAsLongAsTheSchemaAllows() {
    SupplierOrder large = document();
    large.setOrderId("x".repeat(24));
    large.getLines().getLine().clear();
    IntStream.rangeClosed(1, 100)
        .forEach(number -> large.getLines().getLine().add(line(number, "EST-1", 1, "1.00")));
    SupplierOrderEntity longest = SupplierOrderEntity.of(large);
    assertThat(longest.invoiceId(longest.waitingLines()))
        .isEqualTo("x".repeat(24) + "-I" + "f".repeat(25))
        .hasSize(51);
  }

  @Test
  void duplicatesAreCounted() {
    order.recordDuplicate();
    order.recordDuplicate();
    assertThat(order).hasFieldOrPropertyWithValue("duplicates", 2);
  }

  @Test
  void aLineIsInvoicedAsItWasOrdered() {
    Line line = order.waitingLines().get(1).invoiced();
    assertThat(line.getNumber()).isEqualTo(2);
    assertThat(line.getItemId()).isEqualTo("EST-4");
    assertThat(line.getDescription()).isEqualTo("of EST-4");
    assertThat(line.getQuantity()).isEqualTo(3);
    assertThat(line.getUnitPrice()).isEqualTo(new BigDecimal("1.25"));
  }

  /** Two pieces at 10.50, three at 1.25. */
  public static SupplierOrder document() {
    SupplierOrder document = new SupplierOrder();
    document.setDocumentId("10001-S");
    document.setOrderId("10001");
    document.setShipTo(address());
    document.setLines(new Lines());
    document.getLines().getLine().add(line(1, "EST-1", 2, "10.50"));
    document.getLines().getLine().add(line(2, "EST-4", 3, "1.25"));
    return document;
  }

  private static Address address() {
    Address address = new Address();
    address.setName("Ada");
    address.setStreet("1 Sea Street");
    address.setCity("London");
    address.setPostalCode("N1");
    address.setCountry("UK");
    return address;
  }

  private static Line line(int number, String item, int quantity, String price) {
    Line line = new Line();
    line.setNumber(number);
    line.setItemId(item);
    line.setDescription("of " + item);
    line.setQuantity(quantity);
    line.setUnitPrice(new BigDecimal(price));
    return line;
  }
}
