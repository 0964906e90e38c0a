package org.petlab.load;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.IntSupplier;

/**
 * Writes a line of each request ({@code requests.out}), of each answer about an order ({@code
 * answers.csv}), and at the end the summary. Whoever ends the load closes it: a line is written
 * whole or not at all, and none after the summary.
 */
public final class RequestLog {
  private final Path folder;
  private final WallClock clock;
  private final Writer requests;
  private final Writer answers;
  private int started;
  private int sent;
  private int ended;
  private boolean closed;

  /** Begins the records in a folder. */
  public RequestLog(Path folder, WallClock clock) throws IOException {
    this.folder = folder;
    this.clock = clock;
    requests = new BufferedWriter(Files.newBufferedWriter(folder.resolve("requests.out")));
    answers = new BufferedWriter(Files.newBufferedWriter(folder.resolve("answers.csv")));
  }

  /** The load begins at this instant: the lab waits for the file that says so. */
  public void begun(long nanoTime) {
    try {
      Path draft = folder.resolve("begun.draft");
      Files.writeString(draft, clock.at(nanoTime) + "\n");
      Files.move(draft, folder.resolve("begun"), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  /** A request is being sent. */
  public synchronized void sent(boolean first) {
    if (closed) {
      return;
    }
    sent++;
    started += first ? 1 : 0;
  }

  /** A request that has ended. Its times are of {@link System#nanoTime()}; status 0: no whole answer. */
  public synchronized void ended(
      int session, int index, long intended, long sentAt, long end, int status, long bytes) {
    ended++;
    write(
        requests,
        "%d,%d,%d,%d,%d,%d,%d\n"
            .formatted(
                session,
                index,
                clock.at(intended),
                clock.at(sentAt),
                clock.at(end),
                status,
                bytes));
  }

  /** What a customer was told by a request of which these are the times. */
  public synchronized void answered(long sentAt, long end, String account, Answer answer) {
    write(
        answers,
        "%d,%d,%s,%s,%s\n"
            .formatted(clock.at(sentAt), clock.at(end), account, answer.kind(), answer.orderId()));
  }

  private void write(Writer to, String line) {
    if (closed) {
      return;
    }
    try {
      to.write(line);
      // A few hundred lines a second: they are there, too, should this be killed.
      to.flush();
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  /**
   * Ends the records. The summary is there when everything before it is. Nothing that is sent
   * counts any more when it is asked what was due.
   *
   * @param due how many sessions were due until now
   * @param blocked how many of them were started late because as many as may be were there
   * @param unanswered how many requests that were due when the load was to end have no answer
   */
  public synchronized void close(IntSupplier due, IntSupplier blocked, IntSupplier unanswered)
      throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    requests.close();
    answers.close();
    Path draft = folder.resolve("summary.draft");
    Files.writeString(
        draft,
        """
        {"sessions_due": %d, "sessions_started": %d, "sessions_blocked": %d, "requests_sent": %d, \
        "requests_ended": %d, "requests_unanswered": %d}
        """
            .formatted(
                due.getAsInt(), started, blocked.getAsInt(), sent, ended, unanswered.getAsInt()));
    Files.move(draft, folder.resolve("summary.json"), StandardCopyOption.ATOMIC_MOVE);
  }
}
