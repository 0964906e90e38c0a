package org.petlab.storefront.customers;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.Form;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.catalog.Catalog;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.visit.Visit;

/** What the store knows of its customer, to be changed; posting changes all but the password. */
@WebServlet("/account")
public class AccountPage extends PageServlet {
  @Inject private CurrentCatalog catalog;
  @Inject private Profiles profiles;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = OwnAccount.of(request);
    DetailsForm details = DetailsForm.of(profiles.current(visit));
    show(
        "account",
        model(details, profiles.changes(visit), PasswordForm.empty(), catalog.get()),
        request,
        response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = OwnAccount.of(request);
    Catalog shelves = catalog.get();
    DetailsForm form =
        DetailsForm.read(request::getParameter, id -> shelves.category(id).isPresent());
    int seen = seen(request, visit);
    if (form.isValid()) {
      profiles.change(visit, form.profile(), seen);
      response.sendRedirect(
          request.getContextPath() + "/account?done=details", HttpServletResponse.SC_SEE_OTHER);
    } else {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      show("account", model(form, seen, PasswordForm.empty(), shelves), request, response);
    }
  }

  /** How often the details that the form showed had been changed; a program sends no form. */
  private int seen(HttpServletRequest request, Visit visit) {
    String seen = request.getParameter("seen");
    if (seen == null) {
      return profiles.changes(visit);
    }
    try {
      return Integer.parseInt(seen);
    } catch (NumberFormatException e) {
      throw HttpProblem.badRequest("The form is incomplete. Please open your account again.");
    }
  }

  /** What the page shows, whichever of its forms was posted. */
  static Map<String, ?> model(DetailsForm details, int seen, Form password, Catalog catalog) {
    return Map.of(
        "details", details, "seen", seen, "password", password, "categories", catalog.categories());
  }
}
