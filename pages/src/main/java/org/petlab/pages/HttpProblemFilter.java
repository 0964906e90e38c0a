package org.petlab.pages;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Answers with every problem; a person gets a page, the sign-on form where signing on would help.
 */
public class HttpProblemFilter extends HttpFilter {
  @Inject private transient ErrorResponses responses;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    try {
      chain.doFilter(request, response);
    } catch (HttpProblem problem) {
      responses.respond(problem, request, response);
    }
  }
}
