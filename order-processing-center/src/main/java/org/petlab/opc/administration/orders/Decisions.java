package org.petlab.opc.administration.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.RollbackException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.petlab.documents.Decision;
import org.petlab.opc.approving.ManualApproval;
import org.petlab.pages.HttpProblem;

/** A person's decisions on several orders at once. Each counts by itself. */
@ApplicationScoped
public class Decisions {
  private static final int AT_ONCE = 500;
  // A broker that hangs takes longer for each decision, and whoever waits for all is gone by then.
  private static final Duration SLOW = Duration.ofSeconds(5);
  private static final Logger LOG = Logger.getLogger(Decisions.class.getName());

  private ManualApproval approval;
  private LongSupplier nanoTime;

  /** For the container. */
  protected Decisions() {}

  @Inject
  Decisions(ManualApproval approval) {
    this(approval, System::nanoTime);
  }

  Decisions(ManualApproval approval, LongSupplier nanoTime) {
    this.approval = approval;
    this.nanoTime = nanoTime;
  }

  /** What was decided, order by order. */
  public record Outcome(List<Decided> decisions) {}

  /**
   * One decision.
   *
   * @param taken whether it went on to the approving step, where it takes effect
   * @param reason why not; null when it did
   */
  public record Decided(String orderId, Decision decision, boolean taken, String reason) {}

  /** A decision as a word of a request. */
  public static Decision read(String word) {
    String known = word == null ? "" : word.strip().toUpperCase(Locale.ROOT);
    return switch (known) {
      case "APPROVED" -> Decision.APPROVED;
      case "DENIED" -> Decision.DENIED;
      default ->
          throw HttpProblem.badRequest("A decision is APPROVED or DENIED, not '" + word + "'.");
    };
  }

  public Outcome decide(List<String> orderIds, Decision decision) {
    if (orderIds.isEmpty() || orderIds.size() > AT_ONCE) {
      throw HttpProblem.badRequest(
          "Expected 1 to %d orders to decide on, got %d.".formatted(AT_ONCE, orderIds.size()));
    }
    List<Decided> decided = new ArrayList<>();
    boolean goesOn = true;
    for (String orderId : orderIds) {
      long begin = nanoTime.getAsLong();
      Decided next = goesOn ? decide(orderId, decision) : notTried(orderId, decision);
      goesOn &= next.taken() || nanoTime.getAsLong() - begin < SLOW.toNanos();
      decided.add(next);
    }
    return new Outcome(decided);
  }

  private static Decided notTried(String orderId, Decision decision) {
    String reason =
        "The decision on order %s was not tried, as one before it failed after a long time: please try again later.";
    return new Decided(orderId, decision, false, reason.formatted(orderId));
  }

  private Decided decide(String orderId, Decision decision) {
    try {
      approval.decide(orderId, decision);
      return new Decided(orderId, decision, true, null);
    } catch (HttpProblem problem) {
      return new Decided(orderId, decision, false, problem.getMessage());
    } catch (RuntimeException e) {
      // Those before it are in effect: who has asked must hear of each.
      LOG.log(Level.WARNING, "A decision on order " + orderId + " failed", e);
      return new Decided(orderId, decision, false, reason(orderId, e));
    }
  }

  private static String reason(String orderId, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RollbackException) {
        return "The decision on order " + orderId + " could not be taken: please try again.";
      }
    }
    return "Whether the decision on order "
        + orderId
        + " was taken is not known: look at the order, or decide the same again.";
  }
}
