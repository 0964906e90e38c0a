package org.petlab.transactions;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.SYNC;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * Says whether a recovery pass reaches all resources that there are. Only then may a logged branch
 * that nobody knows be taken for one that has committed before the crash; else its resource may
 * only be down, and the branch would be rolled back when it is up again. The server hides what it
 * could not reach, so this counts, and keeps the highest count over restarts. Where a pool was
 * taken out of the server for good, the count is removed by hand.
 */
final class ExpectedResources {
  private static final Logger LOG = Logger.getLogger(Narayana.class.getPackageName());

  private final Path file;

  ExpectedResources(Path file) {
    this.file = file;
  }

  /** Whether these are all, and all answer. */
  boolean isComplete(List<XAResource> resources) {
    int expected = read();
    boolean allAnswer = resources.stream().allMatch(ExpectedResources::answers);
    if (allAnswer && resources.size() > expected) {
      write(resources.size());
    }
    return allAnswer && resources.size() >= expected;
  }

  private static boolean answers(XAResource resource) {
    try {
      resource.recover(XAResource.TMSTARTRSCAN);
      resource.recover(XAResource.TMENDRSCAN);
      return true;
    } catch (XAException e) {
      LOG.log(Level.FINE, "A resource does not answer", e);
      return false;
    }
  }

  private int read() {
    try {
      return Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : 0;
    } catch (IOException | NumberFormatException e) {
      LOG.log(
          Level.WARNING,
          "Cannot read how many resources there are from {0}: {1}",
          new Object[] {file, e});
      return Integer.MAX_VALUE;
    }
  }

  /**
   * The old count stays until the new one is whole: a crash in between must not leave an empty
   * file.
   */
  private void write(int count) {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(written, count + "\n", CREATE, TRUNCATE_EXISTING, WRITE, SYNC);
      Files.move(written, file, ATOMIC_MOVE);
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          "Cannot write how many resources there are into {0}: {1}",
          new Object[] {file, e});
    }
  }
}
