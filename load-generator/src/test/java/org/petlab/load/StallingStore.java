package org.petlab.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real HTTP server with a session cookie for each customer, which may stand still for a while.
 */
final class StallingStore implements AutoCloseable {
  /** A request as it arrived. */
  record Received(String method, String path, String cookie, String form) {}

  final List<Received> received = new CopyOnWriteArrayList<>();

  private final AtomicInteger customers = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile long stallFrom = Long.MAX_VALUE;
  private volatile long stallUntil = Long.MAX_VALUE;
  private volatile long newcomersFrom = Long.MAX_VALUE;

  StallingStore() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Nothing is answered between these instants of {@link System#nanoTime()}. */
  void stall(long from, long until) {
    stallUntil = until;
    stallFrom = from;
  }

  /** Who comes from this instant on is answered at once; who came before still waits. */
  void answerNewcomers(long from) {
    newcomersFrom = from;
  }

  private void answer(HttpExchange exchange) throws IOException {
    long arrived = System.nanoTime();
    String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String cookie = exchange.getRequestHeaders().getFirst("Cookie");
    received.add(
        new Received(
            exchange.getRequestMethod(), exchange.getRequestURI().toString(), cookie, form));
    if (cookie == null) {
      exchange.getResponseHeaders().add("Set-Cookie", "visit=" + customers.incrementAndGet());
    }
    if (arrived < newcomersFrom) {
      waitWhileStalled();
    }
    byte[] page = page(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(
        exchange.getRequestURI().getPath().equals("/gone") ? 500 : 200, page.length);
    exchange.getResponseBody().write(page);
    exchange.close();
  }

  private static String page(String path) {
    return path.equals("/order") ? "<strong id=\"order-id\">10007</strong>" : "a page";
  }

  private void waitWhileStalled() {
    try {
      long now = System.nanoTime();
      while (now >= stallFrom && now < stallUntil) {
        Thread.sleep(5);
        now = System.nanoTime();
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
