package org.petlab.storefront.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.petlab.documents.PurchaseOrder;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.catalog.Item;
import org.petlab.workflow.kernel.documents.Documents;

class PurchaseOrdersTest {
  private static final Instant PLACED_AT = Instant.parse("2026-11-21T10:15:30.123456789Z");

  @Test
  void theDocumentIsTheExampleOfTheContract() throws IOException {
    String written = Documents.write(PurchaseOrders.of("10001", PLACED_AT, OrderExample.order()));
    assertThat(Documents.read(written, PurchaseOrder.class))
        .usingRecursiveComparison()
        .isEqualTo(Documents.read(example(), PurchaseOrder.class));
  }

  @Test
  void markupInTheAddressStaysText() {
    Map<String, String> address = new HashMap<>(OrderExample.ADDRESS);
    address.put("city", "</city><city>&\"'");
    SubmittedOrder order = OrderExample.orderOf(address, OrderExample.order().cart());
    PurchaseOrder read = writtenAndRead(order);
    assertThat(read.getShipTo().getCity()).isEqualTo("</city><city>&\"'");
  }

  @Test
  void theLargestOrderIsStillAValidDocument() {
    Map<String, String> address = new HashMap<>(OrderExample.ADDRESS);
    address.put("given_name", "A".repeat(90));
    address.put("family_name", "B".repeat(90));
    Cart cart = Cart.EMPTY;
    for (int number = 1; number <= 100; number++) {
      BigDecimal price = new BigDecimal("9999.99");
      cart = cart.plus(new Item("EST-" + number, "P", "N".repeat(100), "", price), 999);
    }
    PurchaseOrder read = writtenAndRead(OrderExample.orderOf(address, cart));
    assertThat(read.getLines().getLine()).hasSize(100);
    assertThat(read.getTotal()).isEqualTo(cart.total());
  }

  private static PurchaseOrder writtenAndRead(SubmittedOrder order) {
    String written = Documents.write(PurchaseOrders.of("10001", PLACED_AT, order));
    return Documents.read(written, PurchaseOrder.class);
  }

  private static String example() throws IOException {
    try (InputStream file =
        PurchaseOrder.class.getResourceAsStream("/petlab/examples/purchase-order.xml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
