package org.petlab.pages;

import java.time.Duration;
import org.petlab.workflow.documents.Redaction;

/**
 * What a visitor asked for cannot be had. The message is for the visitor; the status is HTTP's.
 * Thrown anywhere below a servlet, shown by {@link RefusalFilter}.
 */
public final class Refusal extends RuntimeException {
  // RFC 6585; the Servlet API has no name for it.
  static final int TOO_MANY = 429;

  private final int status;
  private final String next;
  private final boolean isOfSignOn;
  private final long retryAfterSeconds;

  private Refusal(
      int status, String message, String next, boolean isOfSignOn, Duration wait, Throwable cause) {
    super(Redaction.text(message), cause, false, false);
    this.status = status;
    this.next = next;
    this.isOfSignOn = isOfSignOn;
    this.retryAfterSeconds = seconds(wait);
  }

  private Refusal(int status, String message, Throwable cause) {
    this(status, message, "", false, Duration.ZERO, cause);
  }

  public static Refusal badInput(String message) {
    return new Refusal(400, message, null);
  }

  /**
   * @param next where to go on after sign-on: {@code checkout}, {@code orders/<id>} or empty
   */
  public static Refusal signOnFirst(String message, String next) {
    return new Refusal(401, message, next, true, Duration.ZERO, null);
  }

  /**
   * At sign-on.
   *
   * @param wait until a next try is looked at
   * @param next as in {@link #signOnFirst}
   */
  public static Refusal tooManyTries(Duration wait, String next) {
    return new Refusal(
        TOO_MANY, "There were several wrong tries." + comeBack(wait), next, true, wait, null);
  }

  /**
   * Anywhere else.
   *
   * @param what was too much, as a sentence
   * @param wait until there may be more of it
   */
  public static Refusal tooOften(String what, Duration wait) {
    return new Refusal(TOO_MANY, what + comeBack(wait), "", false, wait, null);
  }

  private static String comeBack(Duration wait) {
    long seconds = seconds(wait);
    return " Please try again in " + (seconds == 1 ? "a second." : seconds + " seconds.");
  }

  private static long seconds(Duration wait) {
    return wait.plusMillis(999).toSeconds();
  }

  public static Refusal lengthUnknown(String message) {
    return new Refusal(411, message, null);
  }

  public static Refusal tooLarge(String message) {
    return new Refusal(413, message, null);
  }

  public static Refusal crossSite(String message) {
    return new Refusal(403, message, null);
  }

  public static Refusal notFound(String message) {
    return new Refusal(404, message, null);
  }

  /** The request is well-formed, but not now. */
  public static Refusal notNow(String message) {
    return new Refusal(409, message, null);
  }

  public static Refusal unavailable(String message, Throwable cause) {
    return new Refusal(503, message, cause);
  }

  public int status() {
    return status;
  }

  public String next() {
    return next;
  }

  /** Whether a person is answered with the sign-on form. */
  boolean isOfSignOn() {
    return isOfSignOn;
  }

  /** When to try again; 0 when that is not said. */
  public long retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
