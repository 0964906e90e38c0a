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

/** Checkout begins: asks for the address. */
@WebServlet("/checkout")
public class CheckoutPage extends PageServlet {

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = Ready.toCheckOut(Visit.soFar(request));
    Form form =
        visit.getAddress() == null ? AddressForm.empty() : AddressForm.of(visit.getAddress());
    show("address", Map.of("form", form), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    doGet(request, response);
  }
}
