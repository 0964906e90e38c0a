package org.petlab.pages;

import java.time.Duration;
import org.petlab.workflow.kernel.Redaction;

/**
 * A request that cannot be fulfilled. The message is for the visitor; the status is HTTP's. Thrown
 * anywhere below a servlet, shown by {@link HttpProblemFilter}.
 */
public final class HttpProblem extends RuntimeException {
  // RFC 6585; the Servlet API has no name for it.
  static final int TOO_MANY_REQUESTS = 429;

  private final int status;
  private final String next;
  private final boolean asksForSignOn;
  private final long retryAfterSeconds;

  private HttpProblem(
      int status,
      String message,
      String next,
      boolean asksForSignOn,
      Duration wait,
      Throwable cause) {
    super(Redaction.text(message), cause, false, false);
    this.status = status;
    this.next = next;
    this.asksForSignOn = asksForSignOn;
    this.retryAfterSeconds = seconds(wait);
  }

  private HttpProblem(int status, String message, Throwable cause) {
    this(status, message, "", false, Duration.ZERO, cause);
  }

  public static HttpProblem badRequest(String message) {
    return new HttpProblem(400, message, null);
  }

  /**
   * @param next where to go on after sign-on: {@code checkout}, {@code orders/<id>} or empty
   */
  public static HttpProblem unauthorized(String message, String next) {
    return new HttpProblem(401, message, next, true, Duration.ZERO, null);
  }

  /**
   * At sign-on.
   *
   * @param wait until a next try is looked at
   * @param next as in {@link #unauthorized}
   */
  public static HttpProblem tooManyAttempts(Duration wait, String next) {
    return new HttpProblem(
        TOO_MANY_REQUESTS, "Too many failed attempts." + retryIn(wait), next, true, wait, null);
  }

  /**
   * Anywhere else.
   *
   * @param what was too much, as a sentence
   * @param wait until there may be more of it
   */
  public static HttpProblem tooManyRequests(String what, Duration wait) {
    return new HttpProblem(TOO_MANY_REQUESTS, what + retryIn(wait), "", false, wait, null);
  }

  private static String retryIn(Duration wait) {
    long seconds = seconds(wait);
    return " Please try again in " + (seconds == 1 ? "a second." : seconds + " seconds.");
  }

  private static long seconds(Duration wait) {
    return wait.plusSeconds(1).minusNanos(1).toSeconds(); // the next whole one
  }

  public static HttpProblem lengthRequired(String message) {
    return new HttpProblem(411, message, null);
  }

  public static HttpProblem contentTooLarge(String message) {
    return new HttpProblem(413, message, null);
  }

  public static HttpProblem forbidden(String message) {
    return new HttpProblem(403, message, null);
  }

  public static HttpProblem notFound(String message) {
    return new HttpProblem(404, message, null);
  }

  /** The request is well-formed, but not now. */
  public static HttpProblem conflict(String message) {
    return new HttpProblem(409, message, null);
  }

  public static HttpProblem serviceUnavailable(String message, Throwable cause) {
    return new HttpProblem(503, message, cause);
  }

  /**
   * The server does too much of it already.
   *
   * @param what is too much, as a sentence
   * @param wait until it is worth another try
   */
  public static HttpProblem overloaded(String what, Duration wait) {
    return new HttpProblem(503, what + retryIn(wait), "", false, wait, null);
  }

  public int status() {
    return status;
  }

  public String next() {
    return next;
  }

  /** Whether a person is answered with the sign-on form. */
  boolean asksForSignOn() {
    return asksForSignOn;
  }

  /** When to try again; 0 when that is not said. */
  public long retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
