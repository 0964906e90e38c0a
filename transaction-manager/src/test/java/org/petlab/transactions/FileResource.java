package org.petlab.transactions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource whose branches are files, so that they outlive it as a database's do: {@code
 * prepared}, then {@code committed} or {@code rolled-back}. It notes what it is asked for.
 */
final class FileResource implements XAResource {
  private final String name;
  private final Path directory;
  private final List<String> events;
  private int failsToStart;
  private int failsToEnd;
  private int failsToPrepare;
  private int failsToCommit;
  private boolean down;
  private Runnable atCommit = () -> {};

  FileResource(String name, Path parent) {
    this(name, parent, new ArrayList<>());
  }

  FileResource(String name, Path parent, List<String> events) {
    this.name = name;
    this.events = events;
    this.directory = parent.resolve(name);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on it answers a start, or a join, with this XA error code. */
  FileResource failingToStart(int code) {
    failsToStart = code;
    return this;
  }

  FileResource failingToEnd(int code) {
    failsToEnd = code;
    return this;
  }

  /** From now on it answers a prepare with this XA error code. */
  FileResource failingToPrepare(int code) {
    failsToPrepare = code;
    return this;
  }

  FileResource failingToCommit(int code) {
    failsToCommit = code;
    return this;
  }

  /** Whether it cannot even be asked for its prepared branches. */
  void setDown(boolean down) {
    this.down = down;
  }

  FileResource atCommit(Runnable action) {
    atCommit = action;
    return this;
  }

  List<String> prepared() {
    return branches("prepared");
  }

  List<String> committed() {
    return branches("committed");
  }

  List<String> rolledBack() {
    return branches("rolled-back");
  }

  private List<String> branches(String state) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith("." + state))
          .map(file -> file.substring(0, file.lastIndexOf('.')))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    fail(failsToStart);
    events.add(name + " starts");
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    events.add(name + " ends");
    fail(failsToEnd);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    events.add(name + " prepares");
    fail(failsToPrepare);
    write(xid, "prepared");
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    events.add(name + (onePhase ? " commits in one phase" : " commits"));
    atCommit.run();
    fail(failsToCommit);
    end(xid, "committed");
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    events.add(name + " rolls back");
    end(xid, "rolled-back");
  }

  private void end(Xid xid, String state) throws XAException {
    write(xid, state);
    try {
      Files.deleteIfExists(file(xid, "prepared"));
    } catch (IOException e) {
      throw new XAException(XAException.XAER_RMFAIL);
    }
  }

  private void write(Xid xid, String state) throws XAException {
    try {
      Files.createFile(file(xid, state));
    } catch (IOException e) {
      throw new XAException(XAException.XAER_RMFAIL);
    }
  }

  private Path file(Xid xid, String state) {
    return directory.resolve(BranchName.of(xid) + "." + state);
  }

  private static void fail(int code) throws XAException {
    if (code != 0) {
      throw new XAException(code);
    }
  }

  @Override
  public Xid[] recover(int flag) throws XAException {
    fail(down ? XAException.XAER_RMFAIL : 0);
    return (flag & TMSTARTRSCAN) == 0
        ? new Xid[0]
        : prepared().stream().map(BranchName::parse).toArray(Xid[]::new);
  }

  @Override
  public void forget(Xid xid) {}

  @Override
  public boolean isSameRM(XAResource other) {
    return other instanceof FileResource that && directory.equals(that.directory);
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
