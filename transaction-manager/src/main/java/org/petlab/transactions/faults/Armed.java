package org.petlab.transactions.faults;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is armed, with the passings since then, so that both change in one step.
 *
 * @param met passings of the charge's point at the charge's place
 * @param passings all passings
 */
record Armed(Optional<Charge> charge, AtomicLong met, Map<CrashPoint, AtomicLong> passings) {
  static Armed nothing() {
    return with(Optional.empty());
  }

  static Armed with(Charge charge) {
    return with(Optional.of(charge));
  }

  private static Armed with(Optional<Charge> charge) {
    var passings = new EnumMap<CrashPoint, AtomicLong>(CrashPoint.class);
    for (CrashPoint point : CrashPoint.values()) {
      passings.put(point, new AtomicLong());
    }
    return new Armed(charge, new AtomicLong(), passings);
  }

  /** The charge that goes off at this passing, which is counted. */
  Optional<Charge> pass(CrashPoint point, String place) {
    passings.get(point).incrementAndGet();
    return charge
        .filter(waiting -> waiting.isMetBy(point, place))
        .filter(meant -> meant.turn().isAt(met.incrementAndGet()));
  }

  /** What is armed after the charge has gone off: the same, if it has further turns. */
  Armed after(Charge goneOff) {
    return goneOff.turn().each() ? this : new Armed(Optional.empty(), met, passings);
  }

  Map<String, Long> passingsByName() {
    var byName = new LinkedHashMap<String, Long>();
    passings.forEach((point, n) -> byName.put(point.settingName(), n.get()));
    return byName;
  }
}
