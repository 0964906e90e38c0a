package org.petlab.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * A real HTTP server with a session cookie for each customer, which may stand still for a while.
 */
final class StallingStore implements AutoCloseable {
  /** A request as it arrived. */
  record Received(String method, String path, String cookie, String form) {}

  private static final int NO_BODY = -1;
  private static final Set<String> BODILESS = Set.of("/moved", "/nothing");

  final List<Received> received = new CopyOnWriteArrayList<>();

  private final AtomicInteger customers = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile long stallFrom = Long.MAX_VALUE;
  private volatile long stallUntil = Long.MAX_VALUE;
  private volatile long newcomersFrom = Long.MAX_VALUE;

  StallingStore() throws IOException {
    this(HttpServer.create());
  }

  private StallingStore(HttpServer unbound) throws IOException {
    server = unbound;
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** One that speaks TLS, by a key that no authority has signed. */
  static StallingStore encrypted(SSLContext context) throws IOException {
    HttpsServer server = HttpsServer.create();
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new StallingStore(server);
  }

  String address() {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    return scheme + "://127.0.0.1:" + server.getAddress().getPort();
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
    String path = exchange.getRequestURI().getPath();
    byte[] page = page(path).getBytes(StandardCharsets.UTF_8);
    switch (path) {
      case "/gone" -> exchange.sendResponseHeaders(500, page.length);
      case "/half-an-order" -> exchange.sendResponseHeaders(200, page.length + 1L);
      case "/moved" -> exchange.sendResponseHeaders(302, NO_BODY);
      case "/nothing" -> exchange.sendResponseHeaders(204, NO_BODY);
      default -> exchange.sendResponseHeaders(200, page.length);
    }
    if (!BODILESS.contains(path)) {
      exchange.getResponseBody().write(page);
      exchange.getResponseBody().flush(); // what is not sent before a broken end would never be
    }
    exchange.close();
  }

  private static String page(String path) {
    return path.endsWith("order") ? "<strong id=\"order-id\">10007</strong>" : "a page";
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
