package org.petlab.storefront.customers;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.petlab.pages.Form;
import org.petlab.pages.PageServlet;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.visit.Visit;

/** Changes the password of whoever still knows the one before. */
@WebServlet("/account/password")
public class PasswordChange extends PageServlet {
  @Inject private CurrentCatalog catalog;
  @Inject private Accounts accounts;
  @Inject private Profiles profiles;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = OwnAccount.of(request);
    Form form = checked(PasswordForm.read(request::getParameter, visit.getCustomer()), visit);
    if (form.isFine()) {
      accounts.changePassword(visit.getCustomer(), form.value("password"));
      // Another id, as after sign-on: whoever has the one before is no longer signed on.
      request.changeSessionId();
      response.sendRedirect(
          request.getContextPath() + "/account?done=password", HttpServletResponse.SC_SEE_OTHER);
    } else {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      DetailsForm details = DetailsForm.of(profiles.of(visit));
      show("account", AccountPage.model(details, form, catalog.get()), request, response);
    }
  }

  // The costly comparison comes only when nothing else is wrong.
  private Form checked(Form form, Visit visit) {
    return form.isFine()
        ? form.check(
            "password_now",
            now ->
                accounts.admits(visit.getCustomer(), now) ? "" : "This is not your password now.")
        : form;
  }
}
