package org.petlab.workflow.observability.history;

import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.workflow.access.BasicCredential;
import org.petlab.workflow.access.PlainTextResponse;
import org.petlab.workflow.kernel.Application;

/**
 * Tells the order processing center which steps this application has taken with an order, as a JSON
 * array; an order that is not known here has none.
 */
public abstract class StepsServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final Pattern path;

  @Inject private transient StepHistory history;
  @Inject private transient BasicCredential credential;

  /**
   * @param path what follows the servlet's own path; its first group is the order's id
   */
  protected StepsServlet(String path) {
    this.path = Pattern.compile(path);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Matcher requested = path.matcher(request.getPathInfo() == null ? "" : request.getPathInfo());
    if (!credential.isOf(Application.OPC, request.getHeader("Authorization"))) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab applications\"");
      PlainTextResponse.send(response, HttpServletResponse.SC_UNAUTHORIZED, "Only the opc may ask");
    } else if (requested.matches()) {
      response.setContentType("application/json");
      response.setHeader("Cache-Control", "no-store");
      response.getWriter().print(steps(requested.group(1)).build());
    } else {
      PlainTextResponse.send(
          response, HttpServletResponse.SC_NOT_FOUND, "Expected an order's id in the path");
    }
  }

  private JsonArrayBuilder steps(String orderId) {
    JsonArrayBuilder steps = Json.createArrayBuilder();
    history.of(orderId).forEach(step -> steps.add(step.json(Application.current())));
    return steps;
  }
}
