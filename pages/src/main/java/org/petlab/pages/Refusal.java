package org.petlab.pages;

/**
 * What a visitor asked for cannot be had. The message is for the visitor; the status is HTTP's.
 * Thrown anywhere below a servlet, shown by {@link RefusalFilter}.
 */
public final class Refusal extends RuntimeException {
  private final int status;
  private final String next;

  private Refusal(int status, String message, String next, Throwable cause) {
    super(message, cause, false, false);
    this.status = status;
    this.next = next;
  }

  public static Refusal badInput(String message) {
    return new Refusal(400, message, "", null);
  }

  /**
   * @param next where to go on after sign-on: {@code checkout}, {@code orders/<id>} or empty
   */
  public static Refusal signOnFirst(String message, String next) {
    return new Refusal(401, message, next, null);
  }

  public static Refusal crossSite(String message) {
    return new Refusal(403, message, "", null);
  }

  public static Refusal notFound(String message) {
    return new Refusal(404, message, "", null);
  }

  /** The request is well-formed, but not now. */
  public static Refusal notNow(String message) {
    return new Refusal(409, message, "", null);
  }

  public static Refusal unavailable(String message, Throwable cause) {
    return new Refusal(503, message, "", cause);
  }

  public int status() {
    return status;
  }

  public String next() {
    return next;
  }
}
