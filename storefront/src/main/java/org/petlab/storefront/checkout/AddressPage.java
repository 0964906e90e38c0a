package org.petlab.storefront.checkout;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.Form;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.visit.Visit;

/** Takes the address, then shows the order and asks for the card. */
@WebServlet("/checkout/address")
public class AddressPage extends PageServlet {

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = Ready.toCheckOut(Visit.soFar(request));
    Form form = AddressForm.read(request::getParameter);
    if (form.isFine()) {
      visit.deliverTo(AddressForm.address(form));
      show("review", Map.of("form", CardForm.empty()), request, response);
    } else {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      show("address", Map.of("form", form), request, response);
    }
  }
}
