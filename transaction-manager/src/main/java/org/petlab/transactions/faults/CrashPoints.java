package org.petlab.transactions.faults;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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

  private final AtomicReference<ArmedFault> armed = new AtomicReference<>(ArmedFault.nothing());
  private final AtomicLong triggered = new AtomicLong();
  private final StepDelays delays = new StepDelays();

  /** Found by name as the service {@link Faults}. */
  public CrashPoints() {
    String spec = System.getProperty("petlab.crash-point");
    if (spec != null) {
      arm(spec);
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
    return new CrashPointTransaction(this);
  }

  @Override
  public JavaEETransactionManagerDelegate around(
      JavaEETransactionManagerDelegate payaras, JavaEETransactionManagerSimplified server) {
    return CrashPointDelegate.around(payaras, server, this);
  }

  /**
   * A transaction passes a point.
   *
   * @throws CrashPointException if that is what was armed
   * @throws CrashPointError likewise
   */
  void hit(CrashPoint point) {
    hit(point, ANYWHERE);
  }

  @Override
  public void hit(String point, String place, String orderId) {
    CrashPoint passed = CrashPoint.named(point);
    delays.pass(passed, place, orderId);
    hit(passed, place);
  }

  private void hit(CrashPoint point, String place) {
    ArmedFault now = armed.get();
    now.hit(point, place).ifPresent(fault -> trigger(now, fault, place));
  }

  /** Not when the fault was taken away in this very moment. */
  private void trigger(ArmedFault now, FaultSpec fault, String place) {
    if (armed.compareAndSet(now, now.after(fault))) {
      triggered.incrementAndGet();
      LOG.log(Level.WARNING, "Crash point {0}", fault);
      act(fault, place);
    }
  }

  private static void act(FaultSpec fault, String place) {
    switch (fault.action()) {
      case HALT -> Runtime.getRuntime().halt(HALTED);
      case THROW -> throw new CrashPointException(fault.point(), place);
      case ERROR -> throw new CrashPointError(fault.point(), place);
      case DELAY -> Parking.park(fault.delay());
    }
  }

  @Override
  public void arm(String spec) {
    armed.set(ArmedFault.with(FaultSpec.parse(spec)));
  }

  @Override
  public void disarm() {
    armed.set(ArmedFault.nothing());
  }

  @Override
  public String getArmed() {
    return armed.get().fault().map(FaultSpec::toString).orElse("");
  }

  @Override
  public long getTriggered() {
    return triggered.get();
  }

  @Override
  public Map<String, Long> getHits() {
    return armed.get().hitsByName();
  }

  @Override
  public void setDelay(String choice) {
    delays.choose(choice);
  }

  @Override
  public String getDelay() {
    return delays.chosen();
  }

  @Override
  public Map<String, Long> getDelayHits() {
    return delays.hits();
  }

  @Override
  public Map<String, Long> getDelayNanos() {
    return delays.waitedNanos();
  }
}
