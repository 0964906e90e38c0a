package org.petlab.transactions.faults;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is armed, with the hits since then, so that both change in one step.
 *
 * @param hitsOfFault hits of the fault's point at the fault's place
 * @param hits all hits
 */
record ArmedFault(
    Optional<FaultSpec> fault, AtomicLong hitsOfFault, Map<CrashPoint, AtomicLong> hits) {
  static ArmedFault nothing() {
    return with(Optional.empty());
  }

  static ArmedFault with(FaultSpec fault) {
    return with(Optional.of(fault));
  }

  private static ArmedFault with(Optional<FaultSpec> fault) {
    var hits = new EnumMap<CrashPoint, AtomicLong>(CrashPoint.class);
    for (CrashPoint point : CrashPoint.values()) {
      hits.put(point, new AtomicLong());
    }
    return new ArmedFault(fault, new AtomicLong(), hits);
  }

  /** The fault that is triggered at this hit, which is counted. */
  Optional<FaultSpec> hit(CrashPoint point, String place) {
    hits.get(point).incrementAndGet();
    return fault
        .filter(waiting -> waiting.isMetBy(point, place))
        .filter(meant -> meant.occurrence().isAt(hitsOfFault.incrementAndGet()));
  }

  /** What is armed after the fault was triggered: the same, if it occurs again. */
  ArmedFault after(FaultSpec triggered) {
    return triggered.occurrence().each()
        ? this
        : new ArmedFault(Optional.empty(), hitsOfFault, hits);
  }

  Map<String, Long> hitsByName() {
    var byName = new LinkedHashMap<String, Long>();
    hits.forEach((point, n) -> byName.put(point.settingName(), n.get()));
    return byName;
  }
}
