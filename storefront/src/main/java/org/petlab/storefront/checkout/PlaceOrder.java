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
import org.petlab.storefront.checkout.OrderPlacement.Placement;
import org.petlab.storefront.visit.OngoingVisit;
import org.petlab.storefront.visit.Visit;
import org.petlab.workflow.kernel.OngoingRequest;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListeners;
import org.petlab.workflow.observability.measuring.MeasuringPoints;
import org.petlab.workflow.observability.measuring.MeasuringPoints.OrderReceived;

/** Takes the order and says what is known of it. */
@WebServlet("/order")
public class PlaceOrder extends PageServlet {
  @Inject private OngoingVisit visits;
  @Inject private OrderPlacement orders;
  @Inject private transient StepListeners listeners;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    // Nothing may stand before this mark: it would be missing in the response time.
    OrderReceived received = MeasuringPoints.orderReceived();
    try (OngoingRequest ongoing = listeners.requestBegins(Step.CHECKOUT.id())) {
      take(received, request, response);
      ongoing.answeredWith(response.getStatus());
    }
  }

  private void take(
      OrderReceived received, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = visits.of(request);
    String confirmed = visit.takeConfirmationOfAll();
    if (confirmed != null) {
      lead(confirmed, request, response);
      return;
    }
    CheckoutPreconditions.requireAddress(visit);
    Form form = CardForm.read(request::getParameter, YearMonth.now());
    if (!form.isValid()) {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      show(
          "review",
          Map.of("form", form, "offer", SubmittedOrder.offerOf(visit)),
          request,
          response);
      return;
    }
    String offer = request.getParameter("offer");
    answer(orders.place(received, visit, CardForm.card(form), offer), request, response);
  }

  private void answer(Placement placement, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String orderId = placement.orderId();
    switch (placement.outcome()) {
      case PLACED ->
          show(
              "confirmation",
              Map.of("orderId", orderId, "order", placement.order()),
              request,
              response);
      case PLACED_BEFORE -> lead(orderId, request, response);
      case IN_DOUBT -> {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        show(
            "unsettled",
            Map.of("orderId", orderId, "resolution", Resolution.OPEN, "keepsNumber", true),
            request,
            response);
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
