package org.petlab.transactions.faults;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is armed, with the passings since then, so that both change in one step.
 *
 * @param met passings of the fault's point at the fault's place
 * @param passings all passings
 */
record ArmedFault(Optional<FaultSpec> fault, AtomicLong met, Map<CrashPoint, AtomicLong> passings) {
  static ArmedFault nothing() {
    return with(Optional.empty());
  }

  static ArmedFault with(FaultSpec fault) {
    return with(Optional.of(fault));
  }

  private static ArmedFault with(Optional<FaultSpec> fault) {
    var passings = new EnumMap<CrashPoint, AtomicLong>(CrashPoint.class);
    for (CrashPoint point : CrashPoint.values()) {
      passings.put(point, new AtomicLong());
    }
    return new ArmedFault(fault, new AtomicLong(), passings);
  }

  /** The fault that is triggered at this passing, which is counted. */
  Optional<FaultSpec> pass(CrashPoint point, String place) {
    passings.get(point).incrementAndGet();
    return fault
        .filter(waiting -> waiting.isMetBy(point, place))
        .filter(meant -> meant.occurrence().isAt(met.incrementAndGet()));
  }

  /** What is armed after the fault was triggered: the same, if it occurs again. */
  ArmedFault after(FaultSpec triggered) {
    return triggered.occurrence().each() ? this : new ArmedFault(Optional.empty(), met, passings);
  }

  Map<String, Long> passingsByName() {
    var byName = new LinkedHashMap<String, Long>();
    passings.forEach((point, n) -> byName.put(point.settingName(), n.get()));
    return byName;
  }
}
