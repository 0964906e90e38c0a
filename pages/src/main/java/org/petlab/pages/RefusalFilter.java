package org.petlab.pages;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/** Shows every refusal as a page: the sign-on form where signing on would help. */
public class RefusalFilter extends HttpFilter {
  @Inject private transient Pages pages;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } catch (Refusal refusal) {
      response.setStatus(refusal.status());
      String page = refusal.status() == HttpServletResponse.SC_UNAUTHORIZED ? "signon" : "error";
      pages.show(
          page,
          Map.of(
              "status", refusal.status(),
              "message", refusal.getMessage(),
              "next", refusal.next()),
          request,
          response);
    }
  }
}
