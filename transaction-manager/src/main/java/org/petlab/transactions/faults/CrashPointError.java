package org.petlab.transactions.faults;

/** The action {@link CrashAction#ERROR}. */
public final class CrashPointError extends Error {
  private static final long serialVersionUID = 1L;

  CrashPointError(CrashPoint point, String place) {
    super(CrashPointException.text(point, place));
  }
}
