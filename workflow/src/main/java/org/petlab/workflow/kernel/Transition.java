package org.petlab.workflow.kernel;

import java.util.Arrays;

/**
 * The ways from one step to the next. Those that cross applications can be switched to another
 * {@link TransitionDelegate}; the others stay within JMS transactions.
 */
public enum Transition {
  ORDER_SUBMISSION(
      "order-submission",
      Application.STOREFRONT,
      Application.OPC,
      "PurchaseOrderQueue",
      DocumentType.PURCHASE_ORDER),
  ORDER_APPROVAL(
      "order-approval",
      Application.OPC,
      Application.OPC,
      "OrderApprovalQueue",
      DocumentType.ORDER_APPROVAL),
  SUPPLIER_ORDER(
      "supplier-order",
      Application.OPC,
      Application.SUPPLIER,
      "SupplierOrderQueue",
      DocumentType.SUPPLIER_ORDER),
  INVOICE("invoice", Application.SUPPLIER, Application.OPC, "InvoiceTopic", DocumentType.INVOICE),
  NOTIFICATION("notification", Application.OPC, Application.OPC, "MailQueue", DocumentType.MAIL);

  private final String id;
  private final Application sender;
  private final Application receiver;
  private final String destination;
  private final DocumentType document;

  Transition(
      String id,
      Application sender,
      Application receiver,
      String destination,
      DocumentType document) {
    this.id = id;
    this.sender = sender;
    this.receiver = receiver;
    this.destination = destination;
    this.document = document;
  }

  public String id() {
    return id;
  }

  public Application sender() {
    return sender;
  }

  public Application receiver() {
    return receiver;
  }

  /** The name of the queue or topic that activates the next step. */
  public String destination() {
    return destination;
  }

  public boolean reachesTopic() {
    return destination.endsWith("Topic");
  }

  public DocumentType document() {
    return document;
  }

  /** Whether it crosses applications. */
  public boolean isSwitchable() {
    return sender != receiver;
  }

  public static Transition named(String id) {
    return Arrays.stream(values())
        .filter(transition -> transition.id.equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No transition is called " + id));
  }

  @Override
  public String toString() {
    return id;
  }
}
