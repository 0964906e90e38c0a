package org.petlab.floors;

/** How often something was done in how long. */
record Rate(long done, long elapsedNs) {
  /** What is repeated; it may fail in any way. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /** Does it again and again for so many seconds, on this thread. The first failure ends it. */
  static Rate of(Action action, double seconds) throws Exception {
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    long done = 0;
    long now = begin;
    while (now < end) {
      action.run();
      done++;
      now = System.nanoTime();
    }
    return new Rate(done, now - begin);
  }

  String asJson() {
    return "{\"done\": " + done + ", \"elapsed_ns\": " + elapsedNs + "}";
  }
}
