package org.petlab.workflow.kernel;

import java.util.Arrays;
import org.petlab.documents.Invoice;
import org.petlab.documents.Mail;
import org.petlab.documents.OrderApproval;
import org.petlab.documents.PurchaseOrder;
import org.petlab.documents.SupplierOrder;

/** The documents that travel, each with its class; the element has the same name. */
public enum DocumentType {
  PURCHASE_ORDER(PurchaseOrder.class),
  ORDER_APPROVAL(OrderApproval.class),
  SUPPLIER_ORDER(SupplierOrder.class),
  INVOICE(Invoice.class),
  MAIL(Mail.class);

  private final Class<?> content;

  DocumentType(Class<?> content) {
    this.content = content;
  }

  public Class<?> content() {
    return content;
  }

  /** The name of the root element. */
  public String element() {
    return content.getSimpleName();
  }

  public static DocumentType of(Object content) {
    return Arrays.stream(values())
        .filter(type -> type.content.isInstance(content))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(content.getClass() + " is no document"));
  }
}
