package org.petlab.transactions.faults;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.ObjectName;
import org.petlab.transactions.Faults;
import org.petlab.transactions.TransactionFaults;

/**
 * The crash points of this server. Armed at the start by the system property {@code
 * petlab.crash-point}, later over JMX.
 */
public final class CrashPoints implements Faults, CrashPointsMXBean {
  private static final Logger LOG = Logger.getLogger(CrashPoints.class.getPackageName());
  private static final int HALTED = 99;

  /** What is armed, with the passings since then, so that both change in one step. */
  private record Armed(Charge charge, Map<CrashPoint, AtomicLong> passings) {
    static Armed with(Charge charge) {
      var passings = new EnumMap<CrashPoint, AtomicLong>(CrashPoint.class);
      for (CrashPoint point : CrashPoint.values()) {
        passings.put(point, new AtomicLong());
      }
      return new Armed(charge, passings);
    }

    boolean goesOffAt(CrashPoint point) {
      long passing = passings.get(point).incrementAndGet();
      return charge != null && charge.point() == point && charge.passing() == passing;
    }

    Armed goneOff() {
      return new Armed(null, passings);
    }
  }

  private final AtomicReference<Armed> armed = new AtomicReference<>(Armed.with(null));
  private final AtomicLong goneOff = new AtomicLong();

  /** Found by name as the service {@link Faults}. */
  public CrashPoints() {
    String charge = System.getProperty("petlab.crash-point");
    if (charge != null) {
      arm(charge);
    }
    register();
  }

  private void register() {
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(NAME));
    } catch (JMException e) {
      throw new IllegalStateException("Cannot register " + NAME, e);
    }
    LOG.log(Level.WARNING, "This server contains crash points.");
  }

  @Override
  public TransactionFaults begin() {
    return new WatchedTransaction(this);
  }

  @Override
  public JavaEETransactionManagerDelegate around(
      JavaEETransactionManagerDelegate payaras, JavaEETransactionManagerSimplified server) {
    return WatchedDelegate.around(payaras, server, this);
  }

  /**
   * A transaction passes a point.
   *
   * @throws CrashPointException if that is what was armed
   */
  void pass(CrashPoint point) {
    Armed now = armed.get();
    if (now.goesOffAt(point) && armed.compareAndSet(now, now.goneOff())) {
      goneOff.incrementAndGet();
      act(now.charge());
    }
  }

  private static void act(Charge charge) {
    LOG.log(Level.WARNING, "Crash point {0}", charge);
    switch (charge.action()) {
      case HALT -> Runtime.getRuntime().halt(HALTED);
      case THROW -> throw new CrashPointException(charge.point());
      case DELAY -> LockSupport.parkNanos(charge.delay().toNanos());
    }
  }

  @Override
  public void arm(String charge) {
    armed.set(Armed.with(Charge.parse(charge)));
  }

  @Override
  public void disarm() {
    armed.set(Armed.with(null));
  }

  @Override
  public String getArmed() {
    Charge charge = armed.get().charge();
    return charge == null ? "" : charge.toString();
  }

  @Override
  public long getGoneOff() {
    return goneOff.get();
  }

  @Override
  public Map<String, Long> getPassings() {
    var passings = new LinkedHashMap<String, Long>();
    armed.get().passings().forEach((point, n) -> passings.put(point.settingName(), n.get()));
    return passings;
  }
}
