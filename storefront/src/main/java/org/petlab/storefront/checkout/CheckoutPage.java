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
import org.petlab.storefront.profiles.Profile;
import org.petlab.storefront.visit.OngoingVisit;
import org.petlab.storefront.visit.Visit;

/** Checkout begins: asks for the address. */
@WebServlet("/checkout")
public class CheckoutPage extends PageServlet {
  @Inject private OngoingVisit visits;
  @Inject private Profiles profiles;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = CheckoutPreconditions.requireCartAndSignOn(visits.of(request));
    Profile profile = profiles.of(visit);
    Map<String, Object> model =
        Map.of("form", addressSoFar(visit, profile), "keeps", profile.address() == null);
    show("address", model, request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    doGet(request, response);
  }

  // What was typed in this visit comes before what the account says.
  private static Form addressSoFar(Visit visit, Profile profile) {
    if (visit.getAddress() != null) {
      return AddressForm.of(visit.getAddress());
    }
    return profile.address() == null
        ? AddressForm.startingWith(profile.email())
        : AddressForm.of(profile.address());
  }
}
