package org.petlab.transactions.faults;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import java.lang.management.ManagementFactory;
import java.time.Duration;
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

  /** The two phases are not at any place. */
  private static final String ANYWHERE = "";

  private final AtomicReference<Armed> armed = new AtomicReference<>(Armed.nothing());
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
    pass(point, ANYWHERE);
  }

  @Override
  public void pass(String point, String place) {
    pass(CrashPoint.named(point), place);
  }

  private void pass(CrashPoint point, String place) {
    Armed now = armed.get();
    now.pass(point, place).ifPresent(charge -> goOff(now, charge, place));
  }

  /** Not when the charge was taken away in this very moment. */
  private void goOff(Armed now, Charge charge, String place) {
    if (armed.compareAndSet(now, now.after(charge))) {
      goneOff.incrementAndGet();
      LOG.log(Level.WARNING, "Crash point {0}", charge);
      act(charge, place);
    }
  }

  private static void act(Charge charge, String place) {
    switch (charge.action()) {
      case HALT -> Runtime.getRuntime().halt(HALTED);
      case THROW -> throw new CrashPointException(charge.point(), place);
      case DELAY -> wait(charge.delay());
    }
  }

  /** A parked thread may go on for no reason; this one waits as long as it was told to. */
  private static void wait(Duration delay) {
    long end = System.nanoTime() + delay.toNanos();
    for (long left = delay.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public void arm(String charge) {
    armed.set(Armed.with(Charge.parse(charge)));
  }

  @Override
  public void disarm() {
    armed.set(Armed.nothing());
  }

  @Override
  public String getArmed() {
    return armed.get().charge().map(Charge::toString).orElse("");
  }

  @Override
  public long getGoneOff() {
    return goneOff.get();
  }

  @Override
  public Map<String, Long> getPassings() {
    return armed.get().passingsByName();
  }
}
