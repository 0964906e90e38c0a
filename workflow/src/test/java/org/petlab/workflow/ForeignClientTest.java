package org.petlab.workflow;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.petlab.workflow.documents.UnreadableDocumentException;

class ForeignClientTest {

  @Test
  void itsOrdersHaveIdsThatTheStorefrontNeverGives() {
    assertThatCode(() -> ForeignClient.demandOwnOrderId("F-1001")).doesNotThrowAnyException();
    assertThatThrownBy(() -> ForeignClient.demandOwnOrderId("10001"))
        .isInstanceOf(UnreadableDocumentException.class)
        .hasMessageContaining("begin with F-");
  }
}
