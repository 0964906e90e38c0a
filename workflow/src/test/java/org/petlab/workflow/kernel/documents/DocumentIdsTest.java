package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.petlab.documents.Decision;
import org.petlab.documents.Invoice;
import org.petlab.documents.OrderApproval;
import org.petlab.documents.PurchaseOrder;

class DocumentIdsTest {
  @Test
  void aPurchaseOrderIsCalledLikeItsOrder() {
    PurchaseOrder purchase = new PurchaseOrder();
    purchase.setOrderId("F-1001");
    assertThat(DocumentIds.of(purchase)).isEqualTo("F-1001");
    assertThat(DocumentIds.orderOf(purchase)).isEqualTo("F-1001");
  }

  @Test
  void whatAsksForADecisionAndEachDecisionAreDocumentsOfTheirOwn() {
    assertThat(DocumentIds.of(approval(Decision.OPEN))).isEqualTo("10001-A");
    assertThat(DocumentIds.of(approval(Decision.APPROVED))).isEqualTo("10001-A-APPROVED");
    assertThat(DocumentIds.of(approval(Decision.DENIED))).isEqualTo("10001-A-DENIED");
  }

  @Test
  void anInvoiceBringsItsIdAlong() {
    Invoice invoice = new Invoice();
    invoice.setDocumentId("10001-S-I1");
    invoice.setOrderId("10001");
    assertThat(DocumentIds.of(invoice)).isEqualTo("10001-S-I1");
    assertThat(DocumentIds.orderOf(invoice)).isEqualTo("10001");
  }

  @Test
  void whatIsNoDocumentHasNone() {
    assertThatThrownBy(() -> DocumentIds.of("a text")).isInstanceOf(IllegalArgumentException.class);
  }

  private static OrderApproval approval(Decision decision) {
    OrderApproval approval = new OrderApproval();
    approval.setOrderId("10001");
    approval.setDecision(decision);
    return approval;
  }
}
