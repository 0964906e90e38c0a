package org.petlab.storefront.customers;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.Form;
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
    showForms(DetailsForm.of(profiles.current(visit)), PasswordForm.empty(), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = OwnAccount.of(request);
    Catalog shelves = catalog.get();
    DetailsForm form =
        DetailsForm.read(request::getParameter, id -> shelves.category(id).isPresent());
    if (form.isValid()) {
      profiles.change(visit, form.profile());
      response.sendRedirect(
          request.getContextPath() + "/account?done=details", HttpServletResponse.SC_SEE_OTHER);
    } else {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      showForms(form, PasswordForm.empty(), request, response);
    }
  }

  private void showForms(
      DetailsForm details, Form password, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("account", model(details, password, catalog.get()), request, response);
  }

  /** What the page shows, whichever of its forms was posted. */
  static Map<String, ?> model(DetailsForm details, Form password, Catalog catalog) {
    return Map.of("details", details, "password", password, "categories", catalog.categories());
  }
}
