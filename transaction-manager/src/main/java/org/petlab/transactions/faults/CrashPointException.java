package org.petlab.transactions.faults;

/** The action {@link CrashAction#THROW}. */
public final class CrashPointException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CrashPointException(CrashPoint point, String place) {
    super(text(point, place));
  }

  static String text(CrashPoint point, String place) {
    return "Thrown on purpose at the crash point "
        + point.settingName()
        + (place.isEmpty() ? "" : " of " + place);
  }
}
