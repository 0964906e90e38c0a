package org.petlab.storefront.customers;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;
import org.petlab.pages.signon.CurrentUser;
import org.petlab.pages.signon.PasswordQueue;
import org.petlab.storefront.visit.NewVisit;
import org.petlab.storefront.visit.Visit;

/**
 * Opens an account and signs its customer on; the cart stays as it is. A second click is told what
 * the first was.
 */
@WebServlet("/register")
public class Register extends PageServlet {
  @Inject private Accounts accounts;
  @Inject private PasswordRateLimit passwordRate;
  @Inject private PasswordQueue passwords;
  @Inject private NewVisit visits;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("register", Map.of("form", RegisterForm.empty()), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    RegisterForm form = RegisterForm.read(request::getParameter);
    if (!form.isValid()) {
      showAgain(form, request, response);
      return;
    }
    passwordRate.acquire(request);
    // First, so that whoever is refused a session has not opened an account.
    Visit visit = visits.of(request);
    if (!visit.signOnOnce(form.name(), () -> isOpened(form, request))) {
      showAgain(form.nameTaken(), request, response);
      return;
    }
    new CurrentUser(form.name(), CustomerStore.ROLES).remember(request);
    String next = visit.getCart().isEmpty() ? "/account?done=registered" : "/checkout";
    response.sendRedirect(request.getContextPath() + next, HttpServletResponse.SC_SEE_OTHER);
  }

  private void showAgain(
      RegisterForm form, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
    show("register", Map.of("form", form), request, response);
  }

  private boolean isOpened(RegisterForm form, HttpServletRequest request) {
    return passwords.run(
        request.getRemoteAddr(),
        () -> accounts.register(form.name(), form.password(), form.profile()));
  }
}
