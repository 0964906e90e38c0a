package org.petlab.storefront.checkout;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.YearMonth;
import java.util.Map;
import org.petlab.pages.Form;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.checkout.OrderTaking.Taken;
import org.petlab.storefront.visit.OngoingVisit;
import org.petlab.storefront.visit.Visit;
import org.petlab.workflow.measuring.Measuring;
import org.petlab.workflow.measuring.Measuring.OrderReceived;

/** Takes the order and says what is known of it. */
@WebServlet("/order")
public class PlaceOrder extends PageServlet {
  @Inject private OngoingVisit visits;
  @Inject private OrderTaking orders;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    // Nothing may stand before this mark: it would be missing in the response time.
    OrderReceived received = Measuring.orderReceived();
    Visit visit = visits.of(request);
    String afterAll = visit.tellAfterAll();
    if (afterAll != null) {
      lead(afterAll, request, response);
      return;
    }
    Ready.toOrder(visit);
    Form form = CardForm.read(request::getParameter, YearMonth.now());
    if (!form.isFine()) {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      show("review", Map.of("form", form), request, response);
      return;
    }
    answer(orders.take(received, visit, CardForm.card(form)), request, response);
  }

  private void answer(Taken taken, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String orderId = taken.orderId();
    switch (taken.outcome()) {
      case PLACED ->
          show(
              "confirmation",
              Map.of("orderId", orderId, "order", taken.order()),
              request,
              response);
      case STANDS_ALREADY -> lead(orderId, request, response);
      case IN_DOUBT -> {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        show("unsettled", Map.of("orderId", orderId, "fate", Fate.OPEN), request, response);
      }
    }
  }

  // The lab takes a confirmation for an order that was received just now.
  private static void lead(String orderId, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.sendRedirect(
        request.getContextPath() + "/orders/" + orderId, HttpServletResponse.SC_SEE_OTHER);
  }
}
