package org.petlab.floors;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Runs of steps: one at a time. */
@ApplicationScoped
public class Steps {
  private static final int MAX_CONCURRENCY = 16;
  private static final long END_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

  @Resource(lookup = "jdbc/floors")
  private DataSource database;

  @Inject private Sends sends;

  private long run;
  private boolean isOn;
  private int messages;

  /**
   * Counts rows that were committed while so many steps were under way for so many seconds.
   *
   * @throws IllegalStateException not one step ended, or they do not come to an end
   */
  @SuppressWarnings("try") // as for Running
  Rate measure(int concurrency, double seconds) throws Exception {
    if (concurrency < 1 || concurrency > MAX_CONCURRENCY) {
      throw new IllegalArgumentException(
          "Expected 1 to " + MAX_CONCURRENCY + " steps at a time, not " + concurrency);
    }
    try (Running current = begin()) {
      for (int sent = 0; sent < concurrency; sent++) {
        sends.step(current.number());
        countMessage();
      }
      long rowsBefore = rows();
      long begin = System.nanoTime();
      Thread.sleep((long) (seconds * 1000));
      long elapsed = System.nanoTime() - begin;
      long done = rows() - rowsBefore;
      if (done == 0) {
        throw new IllegalStateException("Not one step ended in " + seconds + " s");
      }
      return new Rate(done, elapsed);
    }
  }

  /** Whether a step of this run does its work. If not, its message ends with it. */
  synchronized boolean goesOn(long ofRun) {
    if (isOn && ofRun == run) {
      return true;
    }
    if (ofRun == run) {
      messages--;
      notifyAll();
    }
    return false;
  }

  private synchronized Running begin() {
    if (isOn) {
      throw new IllegalStateException("A run of steps is under way");
    }
    run = System.nanoTime();
    isOn = true;
    messages = 0;
    return new Running(run, this::end);
  }

  /** One that was not sent is not waited for. */
  private synchronized void countMessage() {
    messages++;
  }

  /** What is left of a run after the deadline is of no later one: its number is another. */
  private synchronized void end() throws InterruptedException {
    isOn = false;
    long deadline = System.nanoTime() + END_TIMEOUT_NS;
    while (messages > 0) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMs <= 0) {
        throw new IllegalStateException(messages + " steps did not end in 20 s");
      }
      wait(leftMs);
    }
  }

  /** A run that ends whatever comes between; a failure of its end hides no earlier one. */
  @SuppressWarnings("try") // its end waits, which an interruption may end
  private record Running(long number, Ending ending) implements AutoCloseable {
    @Override
    public void close() throws InterruptedException {
      ending.end();
    }
  }

  private interface Ending {
    void end() throws InterruptedException;
  }

  private long rows() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("select count(*) from floor_row")) {
      count.next();
      return count.getLong(1);
    }
  }
}
