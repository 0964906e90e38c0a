package org.petlab.workflow.observability.measuring;

/** In which phase of a trial things happen; every event carries it. */
public enum TrialPhase {
  IDLE,
  WARMUP,
  MEASURE,
  DRAIN;

  private static volatile TrialPhase current = IDLE;

  public static TrialPhase current() {
    return current;
  }

  public static void enter(TrialPhase phase) {
    current = phase;
  }

  public static TrialPhase named(String id) {
    for (TrialPhase phase : values()) {
      if (phase.id().equals(id)) {
        return phase;
      }
    }
    throw new IllegalArgumentException(
        "No phase is called '" + id + "'; known are idle, warmup, measure, drain");
  }

  public String id() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
