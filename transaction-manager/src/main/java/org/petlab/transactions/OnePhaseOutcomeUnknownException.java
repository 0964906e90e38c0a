package org.petlab.transactions;

import jakarta.transaction.HeuristicMixedException;
import java.util.Set;
import javax.transaction.xa.XAException;

/**
 * A transaction's only resource was lost during its one-phase commit. It has done so or has not; as
 * it never prepared, nothing waits for a decision and there is nothing to recover.
 */
final class OnePhaseOutcomeUnknownException extends XAException {
  private static final long serialVersionUID = 1L;

  private static final Set<Integer> UNKNOWN_OUTCOME =
      Set.of(XAException.XAER_RMFAIL, XAException.XAER_NOTA, XAException.XAER_INVAL);

  private OnePhaseOutcomeUnknownException(XAException failure) {
    super(failure.errorCode);
    initCause(failure);
  }

  /** What to throw when a resource failed to commit in one phase. */
  static XAException ifOutcomeIsUnknown(XAException failure) {
    return UNKNOWN_OUTCOME.contains(failure.errorCode)
        ? new OnePhaseOutcomeUnknownException(failure)
        : failure;
  }

  /** Whether Narayana throws this because the only resource was lost. */
  static boolean isWhy(HeuristicMixedException outcome) {
    for (Throwable suppressed : outcome.getSuppressed()) {
      if (suppressed instanceof OnePhaseOutcomeUnknownException) {
        return true;
      }
    }
    return false;
  }
}
