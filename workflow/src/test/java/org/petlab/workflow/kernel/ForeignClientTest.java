package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ForeignClientTest {

  @Test
  void itsOrdersHaveIdsThatTheStorefrontNeverGives() {
    assertThatCode(() -> ForeignClient.requireOwnOrderId(ForeignClient.NAME, "F-1001"))
        .doesNotThrowAnyException();
    assertThatCode(() -> ForeignClient.requireOwnOrderId("storefront", "10001"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> ForeignClient.requireOwnOrderId(ForeignClient.NAME, "10001"))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining("begin with F-");
    assertThatThrownBy(() -> ForeignClient.requireOwnOrderId("storefront", "F-1001"))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining("begin with F-");
  }

  @Test
  void nobodyElseSubmitsOrders() {
    assertThatThrownBy(() -> ForeignClient.requireOwnOrderId("opc", "10001"))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessage(
            "Order id 10001: orders come from the storefront or from foreign-client, not from opc");
    assertThatThrownBy(() -> ForeignClient.requireOwnOrderId("unknown", "F-1001"))
        .isInstanceOf(UnreadableDocumentException.class);
  }
}
