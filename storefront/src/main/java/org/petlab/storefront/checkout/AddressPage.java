package org.petlab.storefront.checkout;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.Form;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.customers.AddressForm;
import org.petlab.storefront.customers.Profiles;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.visit.OngoingVisit;
import org.petlab.storefront.visit.Visit;

/**
 * Takes the address, for the account too when that is asked for, then shows the order and asks for
 * the card.
 */
@WebServlet("/checkout/address")
public class AddressPage extends PageServlet {
  @Inject private OngoingVisit visits;
  @Inject private Profiles profiles;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = CheckoutPreconditions.requireCartAndSignOn(visits.of(request));
    Form form = AddressForm.read(request::getParameter);
    boolean keeps = request.getParameter("keep") != null;
    if (form.isValid()) {
      DeliveryAddress address = AddressForm.address(form);
      visit.deliverTo(address);
      if (keeps) {
        profiles.move(visit, address);
      }
      String offer = SubmittedOrder.offerOf(visit);
      show("review", Map.of("form", CardForm.empty(), "offer", offer), request, response);
    } else {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      show("address", Map.of("form", form, "keeps", keeps), request, response);
    }
  }
}
