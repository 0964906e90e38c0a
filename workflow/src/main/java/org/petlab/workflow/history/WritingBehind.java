package org.petlab.workflow.history;

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
import org.petlab.workflow.Application;

/**
 * Writes steps into the database some time after they are over, many at once. While the database
 * does not answer they wait in memory, as many as there is room for.
 */
@ApplicationScoped
public class WritingBehind {
  private static final Logger LOG = Logger.getLogger(WritingBehind.class.getName());
  private static final int CAPACITY = 50_000;
  private static final int BATCH = 1_000;
  private static final long PAUSE_MS = 500;
  // Payara drops what was asked for while an application was still being deployed, and tells
  // nobody: a call that has not come by then is asked for again.
  private static final long GIVEN_UP_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long NOT_ASKED = Long.MIN_VALUE;

  private final Notes notes = new Notes(CAPACITY);
  private final AtomicLong askedNanos = new AtomicLong(NOT_ASKED);
  private List<StepTaken> unwritten = List.of();
  private StepTable table;

  @Resource(lookup = "java:comp/DefaultManagedScheduledExecutorService")
  private ManagedScheduledExecutorService clock;

  @PostConstruct
  void findTheTable() {
    String name = "jdbc/" + Application.current().id();
    try {
      table = new StepTable(InitialContext.<DataSource>doLookup(name));
    } catch (NamingException e) {
      throw new IllegalStateException("Expected the application's database at " + name, e);
    }
  }

  /** Costs the caller a note in memory; twice a second, somebody sets the clock too. */
  void add(StepTaken step) {
    notes.add(step);
    askForTheClock();
  }

  private void askForTheClock() {
    long now = System.nanoTime();
    long asked = askedNanos.get();
    if ((asked == NOT_ASKED || now - asked > GIVEN_UP_NS) && askedNanos.compareAndSet(asked, now)) {
      try {
        clock.schedule(this::write, PAUSE_MS, TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        // The server is going down: the notes are written when the application does.
        LOG.log(Level.FINE, "No more calls of the clock", e);
      }
    }
  }

  private void write() {
    askedNanos.set(NOT_ASKED);
    writeDown();
    if (!isWrittenDown()) {
      askForTheClock();
    }
  }

  /** Writes down what there is; what cannot be written stays for the next time. */
  @PreDestroy
  synchronized void writeDown() {
    boolean failedBefore = !unwritten.isEmpty();
    try {
      do {
        if (unwritten.isEmpty()) {
          unwritten = notes.take(BATCH);
        }
        table.insert(unwritten);
        unwritten = List.of();
      } while (!notes.isEmpty());
    } catch (SQLException e) {
      if (!failedBefore) {
        LOG.log(Level.WARNING, "The history of orders waits for the database: {0}", e.toString());
      }
    }
    long dropped = notes.droppedSince();
    if (dropped > 0) {
      LOG.log(
          Level.WARNING,
          "{0} steps are missing in the history of orders: there was room for {1} unwritten ones",
          new Object[] {dropped, CAPACITY});
    }
  }

  private synchronized boolean isWrittenDown() {
    return unwritten.isEmpty() && notes.isEmpty();
  }

  /** Nothing that was taken before this call is written down after it. */
  synchronized void empty() throws SQLException {
    unwritten = List.of();
    notes.take(Integer.MAX_VALUE);
    table.empty();
  }

  List<StepTaken> written(String orderId) throws SQLException {
    return table.of(orderId);
  }
}
