package org.petlab.transactions;

import java.nio.file.Path;

/**
 * A server in a JVM of its own, so that it can really die. With the word {@code commit} it makes
 * one transaction over two resources; with {@code recover} it makes recovery passes until nothing
 * is in doubt any more.
 */
final class CrashingServer {
  private static final long DEADLINE_NS = 60_000_000_000L;

  private CrashingServer() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    var first = new FileResource("first", directory);
    var second = new FileResource("second", directory);
    TestServer server = TestServer.start(LogStore.FILE, directory);
    if (arguments[0].equals("commit")) {
      server.commitOver(first, second);
    } else {
      recover(server, first, second);
    }
    System.exit(0);
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
