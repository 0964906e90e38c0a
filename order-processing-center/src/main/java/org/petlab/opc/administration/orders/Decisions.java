package org.petlab.opc.administration.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.RollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.petlab.documents.Decision;
import org.petlab.opc.approving.ManualApproval;
import org.petlab.pages.HttpProblem;

/** A person's decisions on several orders at once. Each counts by itself. */
@ApplicationScoped
public class Decisions {
  private static final int AT_ONCE = 500;
  private static final Logger LOG = Logger.getLogger(Decisions.class.getName());

  private ManualApproval approval;

  /** For the container. */
  protected Decisions() {}

  @Inject
  Decisions(ManualApproval approval) {
    this.approval = approval;
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
    for (String orderId : orderIds) {
      decided.add(decide(orderId, decision));
    }
    return new Outcome(decided);
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
