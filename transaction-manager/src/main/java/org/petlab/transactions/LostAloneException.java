package org.petlab.transactions;

import jakarta.transaction.HeuristicMixedException;
import java.util.Set;
import javax.transaction.xa.XAException;

/**
 * A transaction's only resource was lost when it was told to commit. It has done so or has not; as
 * it never prepared, nothing waits for a decision and there is nothing to recover.
 */
final class LostAloneException extends XAException {
  private static final long serialVersionUID = 1L;

  private static final Set<Integer> UNKNOWN_OUTCOME =
      Set.of(XAException.XAER_RMFAIL, XAException.XAER_NOTA, XAException.XAER_INVAL);

  private LostAloneException(XAException said) {
    super(said.errorCode);
    initCause(said);
  }

  /** What to throw for what a resource said to a commit in one phase. */
  static XAException ifOutcomeIsUnknown(XAException said) {
    return UNKNOWN_OUTCOME.contains(said.errorCode) ? new LostAloneException(said) : said;
  }

  /** Whether Narayana throws this because the only resource was lost. */
  static boolean isWhy(HeuristicMixedException outcome) {
    for (Throwable suppressed : outcome.getSuppressed()) {
      if (suppressed instanceof LostAloneException) {
        return true;
      }
    }
    return false;
  }
}
