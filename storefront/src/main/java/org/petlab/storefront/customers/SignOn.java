package org.petlab.storefront.customers;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.Map;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;
import org.petlab.pages.signon.Authenticator;
import org.petlab.pages.signon.CurrentUser;
import org.petlab.storefront.visit.NewVisit;
import org.petlab.storefront.visit.SessionRegistry;
import org.petlab.storefront.visit.Visit;

/** Signs a customer on, then goes on to where sign-on was asked for. */
@WebServlet("/signon")
public class SignOn extends PageServlet {
  private static final String OWN_PAGE = "account|orders(/[A-Za-z0-9-]{1,20})?";

  @Inject private Authenticator authenticator;
  @Inject private SessionRegistry sessions;
  @Inject private NewVisit visits;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("signon", Map.of("next", ""), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String next = next(request);
    String name = request.getParameter("user");
    Visit visit =
        sessions
            .signOn(name == null ? "" : name, () -> signedOn(next, request))
            .orElseThrow(() -> ended(next, request));
    redirect(next, visit, request, response);
  }

  private Visit signedOn(String next, HttpServletRequest request) {
    CurrentUser customer = authenticator.authenticate(request, next);
    Visit visit = visits.of(request);
    customer.remember(request);
    visit.signOn(customer.name());
    return visit;
  }

  private static HttpProblem ended(String next, HttpServletRequest request) {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
    return HttpProblem.unauthorized(
        "Your password was changed just now; please sign on with the new one.", next);
  }

  private void redirect(
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

  private static String next(HttpServletRequest request) {
    String next = request.getParameter("next");
    return next == null ? "" : next;
  }
}
