package org.petlab.transactions.probe;

import javax.transaction.xa.XAException;

/** How a resource that has prepared fails when it is told to commit. */
public enum LostCommit {
  /** As a database whose connection is gone. */
  UNREACHABLE(XAException.XAER_RMFAIL),
  /**
   * As the broker's client after it has lost its session: it asks to be told again, and fails
   * again.
   */
  RETRY(XAException.XA_RETRY);

  private final int errorCode;

  LostCommit(int errorCode) {
    this.errorCode = errorCode;
  }

  XAException exception() {
    return new XAException(errorCode);
  }
}
