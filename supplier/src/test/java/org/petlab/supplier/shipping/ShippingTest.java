package org.petlab.supplier.shipping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.petlab.supplier.orders.SupplierOrderEntity;
import org.petlab.supplier.orders.SupplierOrderEntityTest;
import org.petlab.supplier.stock.StockItem;

/** An order of two pieces of EST-1 and three of EST-4. */
class ShippingTest {
  private final SupplierOrderEntity order =
      SupplierOrderEntity.of(SupplierOrderEntityTest.document());

  @ParameterizedTest
  @CsvSource({"2, 3, 2, 0, 0", "5, 2, 1, 3, 2", "1, 4, 1, 1, 1", "0, 0, 0, 0, 0"})
  void aLineShipsWholeOrWaits(int first, int second, int shipped, int firstLeft, int secondLeft) {
    StockItem one = new StockItem("EST-1", first);
    StockItem other = new StockItem("EST-4", second);
    assertThat(Shipping.takeFromStock(order.waitingLines(), Map.of("EST-1", one, "EST-4", other)))
        .hasSize(shipped);
    assertThat(order.waitingLines()).hasSize(2 - shipped);
    assertThat(one.onHand()).isEqualTo(firstLeft);
    assertThat(other.onHand()).isEqualTo(secondLeft);
  }

  @Test
  void whatTheWarehouseDoesNotKnowWaits() {
    StockItem other = new StockItem("EST-4", 9);
    assertThat(Shipping.takeFromStock(order.waitingLines(), Map.of("EST-4", other)))
        .singleElement()
        .extracting("itemId")
        .isEqualTo("EST-4");
    assertThat(other.onHand()).isEqualTo(6);
  }

  /** A step that rolled back, after its invoice was out, and its second try. */
  @ParameterizedTest
  @CsvSource({
    "9, 0, 10001-I1, 9, 9, 10001-I3",
    "9, 9, 10001-I3, 9, 0, 10001-I1",
    "9, 0, 10001-I1, 0, 9, 10001-I2",
    "9, 0, 10001-I1, 8, 0, 10001-I1"
  })
  void whatIsShippedInsteadHasAnInvoiceOfItsOwn(
      int first, int second, String invoice, int firstLater, int secondLater, String later) {
    assertThat(invoiced(first, second)).isEqualTo(invoice);
    assertThat(invoiced(firstLater, secondLater)).isEqualTo(later);
  }

  private static String invoiced(int first, int second) {
    SupplierOrderEntity order = SupplierOrderEntity.of(SupplierOrderEntityTest.document());
    StockItem one = new StockItem("EST-1", first);
    StockItem other = new StockItem("EST-4", second);
    return order.invoiceId(
        Shipping.takeFromStock(order.waitingLines(), Map.of("EST-1", one, "EST-4", other)));
  }
}
