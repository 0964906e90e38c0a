package org.petlab.transactions;

import com.sun.enterprise.resource.ConnectorXAResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A server in a JVM of its own, so that it can really die. With the word {@code commit} it makes
 * one transaction over two resources, with {@code commit-last-agent} over one and a last agent;
 * with {@code recover} it makes recovery passes until nothing is in doubt any more.
 */
final class CrashingServer {
  private static final long DEADLINE_NS = 60_000_000_000L;

  private CrashingServer() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    var first = new FileResource("first", directory);
    var second = new FileResource("second", directory);
    TestServer server = TestServer.start(LogStore.FILE, directory);
    switch (arguments[0]) {
      case "commit" -> server.commitOver(first, second);
      case "commit-last-agent" -> commitWithLastAgent(server, first, directory);
      default -> recover(server, first, second);
    }
    System.exit(0);
  }

  private static void commitWithLastAgent(TestServer server, FileResource first, Path directory)
      throws Exception {
    server.transactions.begin();
    server.enlist(first);
    server.enlistWithoutXa(new ConnectorXAResource(event -> note(event, directory)));
    server.transactions.commit();
  }

  private static void note(String event, Path directory) {
    try {
      Files.createFile(directory.resolve(event));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void recover(TestServer server, FileResource first, FileResource second) {
    server.delegate.registerRecoveryResourceHandler(first);
    server.delegate.registerRecoveryResourceHandler(second);
    long deadline = System.nanoTime() + DEADLINE_NS;
    do {
      server.delegate.recoverIncompleteTx(false, null, null);
    } while (isInDoubt(first, second) && System.nanoTime() < deadline);
  }

  private static boolean isInDoubt(FileResource first, FileResource second) {
    return !first.prepared().isEmpty()
        || !second.prepared().isEmpty()
        || !TestServer.ask("InDoubt").equals(0);
  }
}
