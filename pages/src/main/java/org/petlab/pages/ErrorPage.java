package org.petlab.pages;

import jakarta.inject.Inject;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Where web.xml sends every error that the container answers: no answer is the container's own. */
public class ErrorPage extends HttpServlet {
  @Inject private transient ErrorResponses responses;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (request.getDispatcherType() != DispatcherType.ERROR) {
      throw HttpProblem.notFound("There is no such page.");
    }
    HttpProblem problem = ErrorResponses.sent(request);
    if (problem != null) {
      responses.respond(problem, request, response);
    } else {
      responses.respond(response.getStatus(), reference(request, response), request, response);
    }
  }

  /** Empty when the error is the client's. */
  private static String reference(HttpServletRequest request, HttpServletResponse response) {
    if (response.getStatus() < HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
      return "";
    }
    Throwable uncaught = (Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    return ErrorReference.of(uncaught, request);
  }
}
