package org.petlab.workflow.kernel;

/** What happens to an order, in this order. Each step is one transaction. */
public enum Step {
  /** The customer submits the order. */
  CHECKOUT("checkout", Application.STOREFRONT),
  /** The order is booked as PENDING. */
  RECEIVING("receiving", Application.OPC),
  /** The card is authorized; large orders wait for a person. */
  APPROVING("approving", Application.OPC),
  /** Goods are taken from stock, shipped and invoiced. */
  SUPPLYING("supplying", Application.SUPPLIER),
  /** What was shipped is booked; when all is, the order is COMPLETED. */
  INVOICING("invoicing", Application.OPC),
  /** The customer is told that goods are on their way. */
  NOTIFYING_SHIPMENT("notifying-shipment", Application.OPC),
  /** A mail is sent. */
  MAILING("mailing", Application.OPC);

  private final String id;
  private final Application application;

  Step(String id, Application application) {
    this.id = id;
    this.application = application;
  }

  public String id() {
    return id;
  }

  public Application application() {
    return application;
  }

  @Override
  public String toString() {
    return id;
  }
}
