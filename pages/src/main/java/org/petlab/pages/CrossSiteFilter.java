package org.petlab.pages;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/**
 * Refuses requests that change something and were made by a page of another site. Browsers say so
 * in Sec-Fetch-Site, old ones in Origin; what sends neither is no browser and carries no cookies
 * that were not given to it.
 */
public class CrossSiteFilter extends HttpFilter {
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!SAFE_METHODS.contains(request.getMethod())
        && isForeign(
            request.getHeader("Sec-Fetch-Site"),
            request.getHeader("Origin"),
            request.getScheme() + "://" + request.getHeader("Host"))) {
      throw HttpProblem.forbidden("This request came from a page of another site.");
    }
    chain.doFilter(request, response);
  }

  /** A header is null when it was not sent. */
  static boolean isForeign(String fetchSite, String origin, String own) {
    if (fetchSite != null) {
      return !OWN_SITE.contains(fetchSite);
    }
    return origin != null && !origin.equalsIgnoreCase(own);
  }
}
