package org.petlab.pages;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Records what nobody has caught and answers with its reference; {@link ErrorPage} words it. REST
 * resources need no mapper of their own for it.
 */
public class UncaughtFilter extends HttpFilter {

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } catch (IOException e) {
      // The client has gone: there is nobody to answer, and nothing is wrong here.
      if (response.isCommitted()) {
        throw e;
      }
      ErrorResponses.sendUncaught(e, request, response);
    } catch (ServletException | RuntimeException e) {
      ErrorResponses.sendUncaught(e, request, response);
    }
  }
}
