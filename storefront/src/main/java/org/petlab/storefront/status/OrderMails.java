package org.petlab.storefront.status;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.http.HttpResponse;
import org.petlab.workflow.access.ApplicationClient;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;

/** Asks the order processing center what a customer was written about an order. */
@ApplicationScoped
public class OrderMails {
  private static final Logger LOG = System.getLogger(OrderMails.class.getName());
  private static final int OK = 200;

  @Inject private ApplicationClient client;
  @Inject private BedSettings bed;

  /** What is known of them; nothing where mails are not kept, or when nobody tells. */
  public OrderMailList of(String orderId) {
    return bed.number("mails.kept", 0) > 0 ? ask(orderId) : OrderMailList.NONE;
  }

  private OrderMailList ask(String orderId) {
    try {
      HttpResponse<String> mails = client.get(Application.OPC, "/orders/" + orderId + "/mails");
      return mails.statusCode() == OK ? OrderMailList.read(mails.body()) : OrderMailList.NONE;
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The order processing center does not answer: {0}", e.toString());
    } catch (IllegalArgumentException e) {
      LOG.log(Level.WARNING, "The mails of order " + orderId + " cannot be read", e);
    }
    return OrderMailList.NONE;
  }
}
