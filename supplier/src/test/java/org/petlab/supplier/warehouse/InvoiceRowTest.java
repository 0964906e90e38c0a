package org.petlab.supplier.warehouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvoiceRowTest {
  private final List<LineRow> ordered =
      List.of(
          line("7", 1, "EST-1", 2, "16.50"),
          line("7", 2, "EST-2", 1, "10.00"),
          line("7", 3, "EST-3", 1, "1.25"),
          line("8", 1, "EST-1", 1, "16.50"));
  private final ShipmentRow first = new ShipmentRow("7-I5-1", "7", "EST-1", 2, 100);
  private final ShipmentRow second = new ShipmentRow("7-I5-3", "7", "EST-3", 1, 102);
  private final ShipmentRow other = new ShipmentRow("8-I1-1", "8", "EST-1", 1, 101);
  private final ShipmentRow later = new ShipmentRow("7-I2-2", "7", "EST-2", 1, 900);
  private final List<ShipmentRow> all = List.of(first, second, other, later);

  @Test
  void whatLeftTogetherIsOneInvoice() {
    List<InvoiceRow> invoices =
        InvoiceRow.of(List.of(later, second, other, first), RowCursor.START, all, ordered);

    assertThat(invoices).extracting(InvoiceRow::invoiceId).containsExactly("7-I2", "7-I5", "8-I1");
    assertThat(invoices.get(1).total()).isEqualByComparingTo("34.25");
    assertThat(invoices.get(1).lines())
        .extracting(LineRow::itemId)
        .containsExactly("EST-1", "EST-3");
  }

  @Test
  void anInvoiceIsWholeThoughTheSliceEndsWithinIt() {
    List<InvoiceRow> invoices = InvoiceRow.of(List.of(second), RowCursor.START, all, ordered);

    assertThat(invoices)
        .singleElement()
        .extracting(InvoiceRow::total)
        .isEqualTo(new BigDecimal("34.25"));
  }

  @Test
  void anInvoiceThatTheSliceBeforeHasShownIsNotShownAgain() {
    List<InvoiceRow> invoices = InvoiceRow.of(List.of(other, first), second.cursor(), all, ordered);

    assertThat(invoices).extracting(InvoiceRow::invoiceId).containsExactly("8-I1");
  }

  private static LineRow line(String order, int number, String item, int quantity, String price) {
    return new LineRow(
        order + "-S", order, number, item, "An animal", quantity, new BigDecimal(price), true);
  }
}
