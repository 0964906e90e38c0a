package org.petlab.storefront.status;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpResponse;
import org.petlab.workflow.kernel.BedSettings;

/** Asks the order processing center what a customer was written about an order. */
@ApplicationScoped
public class OrderMails {
  private static final Logger LOG = System.getLogger(OrderMails.class.getName());
  private static final int OK = 200;

  @Inject private OpcClient opc;
  @Inject private BedSettings bed;

  protected OrderMails() {}

  OrderMails(OpcClient opc, BedSettings bed) {
    this.opc = opc;
    this.bed = bed;
  }

  /** What is known of them; nothing where mails are not kept, or when nobody tells. */
  public OrderMailList of(String orderId) {
    return bed.number("mails.kept", 0) > 0
        ? opc.get("/orders/" + orderId + "/mails")
            .map(mails -> read(orderId, mails))
            .orElse(OrderMailList.NONE)
        : OrderMailList.NONE;
  }

  private static OrderMailList read(String orderId, HttpResponse<String> mails) {
    try {
      return mails.statusCode() == OK ? OrderMailList.read(mails.body()) : OrderMailList.NONE;
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "The mails of order " + orderId + " cannot be read", e);
      return OrderMailList.NONE;
    }
  }
}
