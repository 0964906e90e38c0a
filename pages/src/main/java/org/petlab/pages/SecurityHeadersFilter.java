package org.petlab.pages;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * Tells browsers what an answer of this store may do: nothing but show itself and post to itself.
 * It is on every answer, also on errors, files and calls.
 */
public class SecurityHeadersFilter extends HttpFilter {
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Permissions-Policy",
          "camera=(), geolocation=(), microphone=(), payment=()",
          // For browsers that are too old for frame-ancestors.
          "X-Frame-Options",
          "DENY");

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    setOn(response);
    chain.doFilter(request, response);
  }

  /** For answers that are given before any filter is passed. */
  public static void setOn(HttpServletResponse response) {
    HEADERS.forEach(response::setHeader);
  }
}
