package org.petlab.floors;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * Serves an address on its listener only, as the applications do: management to who has the bed's
 * management token, services to who has this application's own secret, and nothing else at all.
 */
@WebFilter("/*")
public class EntranceFilter extends HttpFilter {
  private static final long serialVersionUID = 1L;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String path = request.getServletPath();
    if (path.equals("/manage") && request.getLocalPort() == Bed.listener("management")) {
      requireSame(Bed.bearer(), request, response, chain);
    } else if (path.startsWith("/services/")
        && request.getLocalPort() == Bed.listener("services")) {
      requireSame(Bed.basic(), request, response, chain);
    } else {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
  }

  private static void requireSame(
      String expected, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String shown = request.getHeader("Authorization");
    if (shown != null && MessageDigest.isEqual(bytes(shown), bytes(expected))) {
      chain.doFilter(request, response);
    } else {
      response.sendError(HttpServletResponse.SC_UNAUTHORIZED, "Expected a secret of this bed");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
