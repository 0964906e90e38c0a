package org.petlab.workflow.kernel.documents;

import org.petlab.documents.Decision;
import org.petlab.documents.Invoice;
import org.petlab.documents.Mail;
import org.petlab.documents.OrderApproval;
import org.petlab.documents.PurchaseOrder;
import org.petlab.documents.SupplierOrder;

/**
 * The one place that tells a document's id. It follows from the content, so that it is the same
 * whoever asks and by whichever delegate the document came: a step is found by it.
 */
public final class DocumentIds {
  private DocumentIds() {}

  public static String of(Object content) {
    return switch (content) {
      case PurchaseOrder purchase -> purchase.getOrderId();
      case OrderApproval approval -> approval.getOrderId() + suffix(approval.getDecision());
      case SupplierOrder order -> order.getDocumentId();
      case Invoice invoice -> invoice.getDocumentId();
      case Mail mail -> mail.getDocumentId();
      default -> throw noDocument(content);
    };
  }

  /** The order that a document is about. */
  public static String orderOf(Object content) {
    return switch (content) {
      case PurchaseOrder purchase -> purchase.getOrderId();
      case OrderApproval approval -> approval.getOrderId();
      case SupplierOrder order -> order.getOrderId();
      case Invoice invoice -> invoice.getOrderId();
      case Mail mail -> mail.getOrderId();
      default -> throw noDocument(content);
    };
  }

  // What asks for a decision and each decision are documents of their own.
  private static String suffix(Decision decision) {
    return decision == Decision.OPEN ? "-A" : "-A-" + decision.value();
  }

  private static IllegalArgumentException noDocument(Object content) {
    return new IllegalArgumentException(content.getClass() + " is no document");
  }
}
