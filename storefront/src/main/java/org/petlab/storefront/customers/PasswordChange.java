package org.petlab.storefront.customers;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.petlab.pages.Form;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;
import org.petlab.pages.signon.Authenticator;
import org.petlab.pages.signon.PasswordQueue;
import org.petlab.storefront.catalog.CurrentCatalog;
import org.petlab.storefront.visit.SessionRegistry;
import org.petlab.storefront.visit.Visit;

/**
 * Changes the password of whoever still knows the one before, and ends the customer's other visits:
 * a password is changed because somebody else may know it.
 */
@WebServlet("/account/password")
public class PasswordChange extends PageServlet {
  @Inject private CurrentCatalog catalog;
  @Inject private Accounts accounts;
  @Inject private Profiles profiles;
  @Inject private Authenticator authenticator;
  @Inject private PasswordRateLimit passwordRate;
  @Inject private PasswordQueue passwords;
  @Inject private SessionRegistry sessions;

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Visit visit = OwnAccount.of(request);
    String customer = visit.getCustomer();
    Form form = checked(PasswordForm.read(request::getParameter, customer), customer, request);
    if (form.isValid()) {
      passwordRate.acquire(request);
      change(customer, hashOf(form.value("password"), request), request);
      profiles.forget(visit);
      response.sendRedirect(
          request.getContextPath() + "/account?done=password", HttpServletResponse.SC_SEE_OTHER);
    } else {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      DetailsForm details = DetailsForm.of(profiles.of(visit));
      int seen = profiles.changes(visit);
      show("account", AccountPage.model(details, seen, form, catalog.get()), request, response);
    }
  }

  private PasswordHash hashOf(String password, HttpServletRequest request) {
    return passwords.run(request.getRemoteAddr(), () -> accounts.hashOf(password));
  }

  private void change(String customer, PasswordHash password, HttpServletRequest request) {
    boolean isChanged =
        sessions.changePassword(
            customer,
            request.getSession(),
            () -> {
              accounts.changePassword(customer, password);
              // Another id, as after sign-on: whoever has the one before is no longer signed on.
              request.changeSessionId();
            });
    if (!isChanged) {
      throw HttpProblem.unauthorized(
          "Your password was changed elsewhere; please sign on again.", "account");
    }
  }

  // The costly comparison comes only when nothing else is wrong.
  private Form checked(Form form, String customer, HttpServletRequest request) {
    return form.isValid()
        ? form.check(
            "password_now",
            now ->
                authenticator.verifyPassword(customer, now, request.getRemoteAddr())
                    ? ""
                    : "This is not your password now.")
        : form;
  }
}
