package org.petlab.workflow.observability.history;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.petlab.workflow.kernel.Application;

/**
 * Writes steps into the database some time after they are over, many at once. While the database
 * does not answer they wait in memory, as many as there is room for.
 */
@ApplicationScoped
public class HistoryWriter {
  private static final Logger LOG = Logger.getLogger(HistoryWriter.class.getName());
  private static final int CAPACITY = 50_000;
  private static final int BATCH = 1_000;
  private static final long PAUSE_MS = 500;
  // Payara silently drops what was scheduled while an application was still being deployed: a
  // call that has not come by then is scheduled again.
  private static final long SCHEDULE_LOST_AFTER_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long NOT_SCHEDULED = Long.MIN_VALUE;

  private final StepBuffer buffer = new StepBuffer(CAPACITY);
  private final AtomicLong scheduledNanos = new AtomicLong(NOT_SCHEDULED);
  private List<StepRecord> unwritten = List.of();
  private StepTable table;

  @Resource(lookup = "java:comp/DefaultManagedScheduledExecutorService")
  private ManagedScheduledExecutorService scheduler;

  @PostConstruct
  void openTable() {
    String name = "jdbc/" + Application.current().id();
    try {
      table = new StepTable(InitialContext.<DataSource>doLookup(name));
    } catch (NamingException e) {
      throw new IllegalStateException("Expected the application's database at " + name, e);
    }
  }

  /** Costs the caller an entry in memory; twice a second, somebody schedules a write too. */
  void add(StepRecord step) {
    buffer.add(step);
    scheduleWrite();
  }

  private void scheduleWrite() {
    long now = System.nanoTime();
    long scheduled = scheduledNanos.get();
    if ((scheduled == NOT_SCHEDULED || now - scheduled > SCHEDULE_LOST_AFTER_NS)
        && scheduledNanos.compareAndSet(scheduled, now)) {
      try {
        scheduler.schedule(this::write, PAUSE_MS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        // The server is going down: the buffer is written when the application does.
        LOG.log(Level.FINE, "No more scheduled calls", e);
      }
    }
  }

  private void write() {
    scheduledNanos.set(NOT_SCHEDULED);
    flush();
    if (!isFlushed()) {
      scheduleWrite();
    }
  }

  /** Writes what there is; what cannot be written stays for the next time. */
  @PreDestroy
  synchronized void flush() {
    boolean failedBefore = !unwritten.isEmpty();
    try {
      do {
        if (unwritten.isEmpty()) {
          unwritten = buffer.take(BATCH);
        }
        table.insert(unwritten);
        unwritten = List.of();
      } while (!buffer.isEmpty());
    } catch (SQLException e) {
      if (!failedBefore) {
        LOG.log(Level.WARNING, "The history of orders waits for the database: {0}", e.toString());
      }
    }
    long dropped = buffer.takeDropped();
    if (dropped > 0) {
      LOG.log(
          Level.WARNING,
          "{0} steps are missing in the history of orders: there was room for {1} unwritten ones",
          new Object[] {dropped, CAPACITY});
    }
  }

  private synchronized boolean isFlushed() {
    return unwritten.isEmpty() && buffer.isEmpty();
  }

  /** Nothing that was added before this call is written after it. */
  synchronized void clear() throws SQLException {
    unwritten = List.of();
    buffer.take(Integer.MAX_VALUE);
    table.clear();
  }

  List<StepRecord> read(String orderId) throws SQLException {
    return table.of(orderId);
  }
}
