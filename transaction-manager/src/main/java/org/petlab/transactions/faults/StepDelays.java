package org.petlab.transactions.faults;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What steps are delayed by now, and how often and how long they were. */
final class StepDelays {
  private final Map<String, LongAdder> hits = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> waitedNanos = new ConcurrentHashMap<>();
  private volatile DelayChoice chosen = DelayChoice.NONE;

  void choose(String text) {
    chosen = DelayChoice.parse(text);
  }

  String chosen() {
    return chosen.toString();
  }

  /** A step of an order passes a point of its work, and waits there if its order is delayed. */
  void pass(CrashPoint point, String place, String orderId) {
    DelayChoice now = chosen;
    if (now.isNone()) {
      return;
    }
    String level = now.levelOf(orderId);
    now.met(level, point, place).ifPresent(delay -> wait(level, delay));
  }

  private void wait(String level, StepDelay delay) {
    long waited = Parking.park(delay.delay());
    counter(hits, level).increment();
    counter(waitedNanos, level).add(waited);
  }

  private static LongAdder counter(Map<String, LongAdder> counters, String level) {
    return counters.computeIfAbsent(level, unknown -> new LongAdder());
  }

  /** How often a step was delayed in this JVM, by the level of its order. */
  Map<String, Long> hits() {
    return sums(hits);
  }

  /** How long these waited together, in nanoseconds. */
  Map<String, Long> waitedNanos() {
    return sums(waitedNanos);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counters) {
    var sums = new TreeMap<String, Long>();
    counters.forEach((level, counter) -> sums.put(level, counter.sum()));
    return sums;
  }
}
