package org.petlab.pages;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * Answers a request that came to nothing in the words of whoever asks: a page for a person, JSON
 * (RFC 9457) for a program, a line of text for the lab. No answer tells more than a sentence and
 * the reference of what is in the log.
 */
@ApplicationScoped
public class ErrorResponses {
  private static final String PROBLEM = HttpProblem.class.getName();

  @Inject private Pages pages;

  /**
   * @param asksForSignOn whether signing on would help, or has to wait
   * @param message a sentence; empty when there is none but the status
   * @param next where to go on after sign-on
   * @param reference of what is in the log; empty when nothing does
   */
  private record ErrorModel(
      boolean asksForSignOn, int status, String message, String next, String reference) {

    String page() {
      return asksForSignOn ? "signon" : "error";
    }

    Map<String, ?> model() {
      return Map.of("status", status, "message", message, "next", next, "reference", reference);
    }
  }

  /** Answers with a problem. */
  public void respond(HttpProblem problem, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    response.setStatus(problem.status());
    addHeaders(problem, request, response);
    ErrorModel answer =
        new ErrorModel(
            problem.asksForSignOn(), problem.status(), problem.getMessage(), problem.next(), "");
    respond(answer, request, response);
  }

  /** The same where no page can be shown yet: the container comes back to {@link ErrorPage}. */
  public void send(HttpProblem problem, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    addHeaders(problem, request, response);
    request.setAttribute(PROBLEM, problem);
    response.sendError(problem.status());
  }

  /** Records what nobody has caught, and leaves it to {@link ErrorPage} to tell its reference. */
  public static void sendUncaught(
      Exception uncaught, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    ErrorReference.of(uncaught, request);
    if (!response.isCommitted()) {
      response.sendError(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    }
  }

  /**
   * Answers what the container itself refuses.
   *
   * @param reference of what is in the log; empty when nothing does
   */
  void respond(
      int status, String reference, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    boolean asksForSignOn = status == HttpServletResponse.SC_UNAUTHORIZED;
    respond(new ErrorModel(asksForSignOn, status, "", "", reference), request, response);
  }

  /** The problem that was sent; null when the container itself refuses. */
  static HttpProblem sent(HttpServletRequest request) {
    return (HttpProblem) request.getAttribute(PROBLEM);
  }

  private void respond(ErrorModel answer, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    switch (ClientKind.of(request)) {
      case BROWSER -> pages.show(answer.page(), answer.model(), request, response);
      case API -> json(answer.status, answer.message, answer.reference, response);
      case INTERNAL -> text(answer.status, answer.message, answer.reference, response);
    }
  }

  private static void addHeaders(
      HttpProblem problem, HttpServletRequest request, HttpServletResponse response) {
    if (problem.retryAfterSeconds() > 0) {
      response.setHeader("Retry-After", Long.toString(problem.retryAfterSeconds()));
    }
    // To a person's browser this would be a window of its own, without a way to sign off.
    if (problem.status() == HttpServletResponse.SC_UNAUTHORIZED
        && ClientKind.of(request) != ClientKind.BROWSER) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab\", charset=\"UTF-8\"");
    }
  }

  private static void json(
      int status, String message, String reference, HttpServletResponse response)
      throws IOException {
    JsonObjectBuilder problem =
        Json.createObjectBuilder().add("status", status).add("title", title(status));
    if (!message.isEmpty()) {
      problem.add("detail", message);
    }
    if (!reference.isEmpty()) {
      problem.add("reference", reference);
    }
    response.setContentType("application/problem+json;charset=UTF-8");
    response.getWriter().println(problem.build());
  }

  private static void text(
      int status, String message, String reference, HttpServletResponse response)
      throws IOException {
    String line = message.isEmpty() ? title(status) : message;
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().println(reference.isEmpty() ? line : line + "; reference " + reference);
  }

  private static String title(int status) {
    return switch (status) {
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 406 -> "Not Acceptable";
      case 415 -> "Unsupported Media Type";
      case 409 -> "Conflict";
      case 411 -> "Length Required";
      case 413 -> "Content Too Large";
      case 429 -> "Too Many Requests";
      case 503 -> "Service Unavailable";
      default -> status < 500 ? "Request Refused" : "Internal Server Error";
    };
  }
}
