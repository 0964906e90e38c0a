package org.petlab.storefront.visit;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.time.Duration;
import org.petlab.pages.HttpProblem;
import org.petlab.pages.signon.ConcurrencyLimiter;
import org.petlab.workflow.kernel.BedSettings;

/**
 * The visit of whoever may begin one. The server keeps so many sessions and no more, each for a
 * quarter of an hour; an address may have only some of them, so that it cannot keep others out.
 */
@ApplicationScoped
public class NewVisit {
  private static final String ADDRESS = NewVisit.class.getName() + ".address";
  private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

  @Inject private BedSettings bed;

  private ConcurrencyLimiter limiter;

  protected NewVisit() {}

  NewVisit(BedSettings bed) {
    this.bed = bed;
    begin();
  }

  @PostConstruct
  void begin() {
    int perAddress = Integer.parseInt(bed.text("sessions.max-per-address"));
    // How many there may be in all is the server's business: glassfish-web.xml.
    limiter = new ConcurrencyLimiter(Integer.MAX_VALUE, perAddress);
  }

  /**
   * The visit so far; begins a session when there is none.
   *
   * @throws HttpProblem when there are too many sessions
   */
  public Visit of(HttpServletRequest request) {
    HttpSession known = request.getSession(false);
    return Visit.of(known == null ? session(request) : known);
  }

  private HttpSession session(HttpServletRequest request) {
    String address = request.getRemoteAddr();
    if (!limiter.tryAcquire(address)) {
      throw HttpProblem.tooManyRequests(
          "There are too many sessions from your address.", RETRY_AFTER);
    }
    try {
      HttpSession session = request.getSession();
      session.setAttribute(ADDRESS, address);
      return session;
    } catch (IllegalStateException e) {
      // The server has as many as it may, or a reset has just ended this one.
      limiter.release(address);
      throw HttpProblem.overloaded(
          "There are too many visitors in the store right now.", RETRY_AFTER);
    }
  }

  /** A session is about to end: another one may begin at its address. */
  void ends(HttpSession session) {
    if (session.getAttribute(ADDRESS) instanceof String address) {
      limiter.release(address);
    }
  }
}
