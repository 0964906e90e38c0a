package org.petlab.opc.administration.pages;

import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.petlab.opc.administration.broker.DeadLetters;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.PageServlet;

/** The documents that no step could take, each to be tried again or thrown away. */
@WebServlet("/admin/dead-letters")
public class DeadLettersPage extends PageServlet {
  private static final long serialVersionUID = 1L;

  @Inject private transient DeadLetters letters;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    show("dead-letters", Map.of("dead", letters.all()), request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String queue = given("queue", request);
    String id = given("id", request);
    String action = given("action", request);
    switch (action) {
      case "retry" -> letters.retry(queue, id);
      case "discard" -> letters.discard(queue, id);
      default ->
          throw HttpProblem.badRequest(
              "A letter is to be retried or discarded, not '" + action + "'.");
    }
    response.sendRedirect(request.getContextPath() + "/admin/dead-letters");
  }

  private static String given(String name, HttpServletRequest request) {
    String value = request.getParameter(name);
    if (value == null) {
      throw HttpProblem.badRequest("The form's field '" + name + "' is missing.");
    }
    return value;
  }
}
