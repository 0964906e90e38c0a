package org.petlab.pages;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Refuses what is larger than any form or call is, before a byte of it is read. The SOAP entrances
 * have a bound of their own, which answers in their words.
 */
public class BoundedRequestFilter extends HttpFilter {
  static final long MAX_FORM_BYTES = 64 << 10;
  static final long MAX_CALL_BYTES = 1 << 20;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String path = ServedPath.of(request);
    if (!path.startsWith("/services/")) {
      // Not for all in web.xml: it would hide which encoding a SOAP message names.
      request.setCharacterEncoding("UTF-8");
      check(path, request.getContentLengthLong(), request.getHeader("Transfer-Encoding") != null);
    }
    chain.doFilter(request, response);
  }

  /**
   * @param bytes -1 when the request does not say
   */
  static void check(String path, long bytes, boolean isInPieces) {
    if (isInPieces) {
      throw HttpProblem.lengthRequired("The request needs a Content-Length header.");
    }
    boolean isCall = path.startsWith("/api/") || path.startsWith("/manage/");
    long most = isCall ? MAX_CALL_BYTES : MAX_FORM_BYTES;
    if (bytes > most) {
      throw HttpProblem.contentTooLarge("A request may have " + most + " bytes here.");
    }
  }
}
