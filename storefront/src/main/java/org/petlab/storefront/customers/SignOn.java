package org.petlab.storefront.customers;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.PageServlet;
import org.petlab.pages.Refusal;
import org.petlab.storefront.visit.Visit;

/** Signs a customer on, then goes on to where sign-on was asked for. */
@WebServlet("/signon")
public class SignOn extends PageServlet {
  private static final int MAX_CHARACTERS = 64;
  private static final String OWN_PAGE = "account|orders(/[A-Za-z0-9-]{1,20})?";

  @Inject private Accounts accounts;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("signon", Map.of("next", ""), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String name = typed(request, "user");
    String next = next(request);
    if (!accounts.admits(name, typed(request, "password"))) {
      throw Refusal.signOnFirst("The name and the password do not belong together.", next);
    }
    Visit visit = Visit.of(request);
    visit.signOn(name);
    // Another id, so that nobody who knew the one before is signed on too.
    request.changeSessionId();
    goOn(next, visit, request, response);
  }

  private void goOn(
      String next, Visit visit, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (next.equals("checkout") && !visit.getCart().isEmpty()) {
      request.getRequestDispatcher("/checkout").forward(request, response);
    } else if (next.matches(OWN_PAGE)) {
      response.sendRedirect(
          request.getContextPath() + "/" + next, HttpServletResponse.SC_SEE_OTHER);
    } else {
      show("signedon", Map.of(), request, response);
    }
  }

  private static String typed(HttpServletRequest request, String name) {
    String typed = request.getParameter(name);
    if (typed == null || typed.isEmpty() || typed.length() > MAX_CHARACTERS) {
      throw Refusal.signOnFirst("Please give your name and your password.", next(request));
    }
    return typed;
  }

  private static String next(HttpServletRequest request) {
    String next = request.getParameter("next");
    return next == null ? "" : next;
  }
}
