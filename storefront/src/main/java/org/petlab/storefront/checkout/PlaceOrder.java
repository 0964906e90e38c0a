package org.petlab.storefront.checkout;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.YearMonth;
import java.util.Map;
import org.petlab.pages.Form;
import org.petlab.pages.PageServlet;
import org.petlab.pages.Refusal;
import org.petlab.storefront.cart.Cart;
import org.petlab.storefront.visit.Visit;
import org.petlab.workflow.measuring.Measuring;
import org.petlab.workflow.measuring.Measuring.OrderReceived;

/** Takes the order. The cart is emptied only once the order stands. */
@WebServlet("/order")
public class PlaceOrder extends PageServlet {
  private static final Logger LOG = System.getLogger(PlaceOrder.class.getName());

  @Inject private Checkout checkout;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    // Nothing may stand before this mark: it would be missing in the response time.
    OrderReceived received = Measuring.orderReceived();
    Visit visit = Visit.soFar(request);
    Ready.toOrder(visit);
    Form form = CardForm.read(request::getParameter, YearMonth.now());
    if (form.isFine()) {
      show("confirmation", place(received, visit, CardForm.card(form)), request, response);
    } else {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      show("review", Map.of("form", form), request, response);
    }
  }

  private Map<String, ?> place(OrderReceived received, Visit visit, Card card) {
    // A second click waits here, then finds the cart empty.
    synchronized (visit) {
      Ready.toOrder(visit);
      Order order = new Order(visit.getCustomer(), visit.getAddress(), card, visit.getCart());
      String orderId = placed(received, order);
      visit.changeCart(ordered -> Cart.EMPTY);
      return Map.of("orderId", orderId, "order", order);
    }
  }

  private String placed(OrderReceived received, Order order) {
    try {
      return checkout.place(received, order);
    } catch (RuntimeException e) {
      // The commit may fail too, so only here, outside the transaction, is it known.
      LOG.log(Level.WARNING, "An order of " + order.customer() + " could not be placed", e);
      throw Refusal.unavailable(
          "We could not take your order just now. Nothing was ordered and your cart is as it was:"
              + " please try again.",
          e);
    }
  }
}
