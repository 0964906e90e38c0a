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
 * the reference of what stands in the log.
 */
@ApplicationScoped
public class ErrorAnswers {
  private static final String REFUSAL = Refusal.class.getName();

  @Inject private Pages pages;

  /**
   * @param isOfSignOn whether signing on would help, or has to wait
   * @param message a sentence; empty when there is none but the status
   * @param next where to go on after sign-on
   * @param reference of what stands in the log; empty when nothing does
   */
  private record Answer(
      boolean isOfSignOn, int status, String message, String next, String reference) {

    String page() {
      return isOfSignOn ? "signon" : "error";
    }

    Map<String, ?> model() {
      return Map.of("status", status, "message", message, "next", next, "reference", reference);
    }
  }

  /** Answers with a refusal. */
  public void give(Refusal refusal, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    response.setStatus(refusal.status());
    addHeaders(refusal, request, response);
    Answer answer =
        new Answer(
            refusal.isOfSignOn(), refusal.status(), refusal.getMessage(), refusal.next(), "");
    give(answer, request, response);
  }

  /** The same where no page can be shown yet: the container comes back to {@link ErrorPage}. */
  public void send(Refusal refusal, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    addHeaders(refusal, request, response);
    request.setAttribute(REFUSAL, refusal);
    response.sendError(refusal.status());
  }

  /** Notes what nobody has caught, and leaves it to {@link ErrorPage} to tell its reference. */
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
   * @param reference of what stands in the log; empty when nothing does
   */
  void give(int status, String reference, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    boolean isOfSignOn = status == HttpServletResponse.SC_UNAUTHORIZED;
    give(new Answer(isOfSignOn, status, "", "", reference), request, response);
  }

  /** The refusal that was sent; null when the container itself refuses. */
  static Refusal sent(HttpServletRequest request) {
    return (Refusal) request.getAttribute(REFUSAL);
  }

  private void give(Answer answer, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    switch (Asker.of(request)) {
      case PERSON -> pages.show(answer.page(), answer.model(), request, response);
      case PROGRAM -> problem(answer.status, answer.message, answer.reference, response);
      case BED -> text(answer.status, answer.message, answer.reference, response);
    }
  }

  private static void addHeaders(
      Refusal refusal, HttpServletRequest request, HttpServletResponse response) {
    if (refusal.retryAfterSeconds() > 0) {
      response.setHeader("Retry-After", Long.toString(refusal.retryAfterSeconds()));
    }
    // To a person's browser this would be a window of its own, without a way to sign off.
    if (refusal.status() == HttpServletResponse.SC_UNAUTHORIZED
        && Asker.of(request) != Asker.PERSON) {
      response.setHeader("WWW-Authenticate", "Basic realm=\"Petlab\", charset=\"UTF-8\"");
    }
  }

  private static void problem(
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
    String said = message.isEmpty() ? title(status) : message;
    response.setContentType("text/plain;charset=UTF-8");
    response.getWriter().println(reference.isEmpty() ? said : said + "; reference " + reference);
  }

  private static String title(int status) {
    return switch (status) {
      case 400 -> "That cannot be right";
      case 401 -> "Sign on first";
      case 403 -> "Not allowed";
      case 404 -> "Not found";
      case 405 -> "Not in this way";
      case 406, 415 -> "Not in this format";
      case 409 -> "Not now";
      case 411 -> "Say how long it is";
      case 413 -> "Too large";
      case 429 -> "Too many tries";
      case 503 -> "Not available just now";
      default -> status < 500 ? "This cannot be done" : "Something went wrong";
    };
  }
}
