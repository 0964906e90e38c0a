package org.petlab.opc.mailing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A mail server that answers as a test wants, and counts the connections that are open. */
final class ScriptedMailServer implements AutoCloseable {
  private final ServerSocket listening;
  private final Thread accepting;
  private final Map<String, String> replies = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  final List<String> commands = new CopyOnWriteArrayList<>();

  ScriptedMailServer() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    accepting = Thread.ofPlatform().daemon().start(this::accept);
  }

  /** What it answers to commands that begin so; "connect" stands for the greeting. */
  ScriptedMailServer answering(String command, String reply) {
    replies.put(command, reply);
    return this;
  }

  int port() {
    return listening.getLocalPort();
  }

  int open() {
    return open.get();
  }

  int accepted() {
    return accepted.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        accepted.incrementAndGet();
        open.incrementAndGet();
        Thread.ofPlatform().daemon().start(() -> talk(client));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void talk(Socket client) {
    try (client;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(client.getOutputStream(), true, StandardCharsets.UTF_8)) {
      say(out, reply("connect", "220 ready"));
      boolean data = false;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (data && !line.equals(".")) {
          continue;
        }
        String command = data ? "end of data" : line;
        commands.add(command);
        say(out, reply(command, command.startsWith("DATA") ? "354 go on" : "250 fine"));
        data = command.startsWith("DATA") && reply("DATA", "354").startsWith("3");
      }
    } catch (IOException gone) {
      // As a client may.
    } finally {
      open.decrementAndGet();
    }
  }

  private String reply(String command, String otherwise) {
    return replies.entrySet().stream()
        .filter(each -> command.startsWith(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(otherwise);
  }

  private static void say(PrintWriter out, String reply) {
    out.print(reply + "\r\n");
    out.flush();
  }

  /** Until nobody waits for a client any more, one who comes just now would still be let in. */
  @Override
  public void close() throws IOException {
    listening.close();
    try {
      accepting.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
