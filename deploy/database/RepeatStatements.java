import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Executes the statements of an order again and again: {@code java -cp DRIVER RepeatStatements JOB}. JOB is a
 * properties file with {@code url}, {@code password.ROLE}, {@code script}, {@code threads}, {@code warmup_s}, {@code
 * seconds}. The script has a line for each thing, the values with {@code \\}, {@code \n}, {@code \t}, {@code \r} escaped:
 *
 * <pre>
 * order
 * transaction ROLE prepare|commit|each
 * sql TEXT
 * value TEXT
 * null
 * </pre>
 *
 * {@code {order}} in a value stands for an order of its own each time. Prints how many orders were executed after the warm-up,
 * and in how many nanoseconds. The first error ends it: one line on standard error.
 */
public final class RepeatStatements {
  private record BoundStatement(String sql, List<String> values) {}

  private record Unit(String role, String end, List<BoundStatement> statements) {}

  private record Rate(long done, long beginNs, long endNs) {}

  private final Properties job;
  private final List<List<Unit>> orders;
  private final String run = Long.toString(System.currentTimeMillis() % 100_000_000L);

  private RepeatStatements(Properties job) throws IOException {
    this.job = job;
    this.orders = read(Files.readAllLines(Path.of(job.getProperty("script"))));
  }

  public static void main(String[] arguments) throws Exception {
    Properties job = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      job.load(reader);
    }
    try {
      System.out.println(new RepeatStatements(job).repeat());
    } catch (ExecutionException | SQLException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      System.err.println(String.valueOf(cause.getMessage()).replaceAll("\\s+", " "));
      System.exit(1);
    }
  }

  private String repeat() throws Exception {
    int threads = Integer.parseInt(job.getProperty("threads"));
    List<Future<Rate>> running = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int thread = 0; thread < threads; thread++) {
        int number = thread;
        Callable<Rate> one = () -> repeatOn(number);
        running.add(pool.submit(one));
      }
      long done = 0;
      long beginNs = Long.MAX_VALUE;
      long endNs = Long.MIN_VALUE;
      for (Future<Rate> each : running) {
        done += each.get().done();
        beginNs = Math.min(beginNs, each.get().beginNs());
        endNs = Math.max(endNs, each.get().endNs());
      }
      return done + " " + (endNs - beginNs);
    }
  }

  private Rate repeatOn(int thread) throws SQLException {
    Map<String, Connection> sessions = new HashMap<>();
    try {
      long number = 0;
      long warmEnd = System.nanoTime() + nanoseconds("warmup_s");
      while (System.nanoTime() < warmEnd) {
        execute(thread, number++, sessions);
      }
      long warm = number;
      long begin = System.nanoTime();
      long end = begin + nanoseconds("seconds");
      while (System.nanoTime() < end) {
        execute(thread, number++, sessions);
      }
      return new Rate(number - warm, begin, System.nanoTime());
    } finally {
      for (Connection session : sessions.values()) {
        session.close();
      }
    }
  }

  private long nanoseconds(String key) {
    return (long) (Double.parseDouble(job.getProperty(key)) * 1e9);
  }

  private void execute(int thread, long number, Map<String, Connection> sessions) throws SQLException {
    // Digits, as the store's own numbers are, and more of them.
    String order = "9" + run + String.format("%02d%07d", thread, number);
    List<Unit> units = orders.get((int) ((thread + number) % orders.size()));
    for (int place = 0; place < units.size(); place++) {
      Unit unit = units.get(place);
      Connection session = sessions.get(unit.role());
      if (session == null) {
        session = open(unit.role());
        sessions.put(unit.role(), session);
      }
      execute(unit, order, "floors-" + order + "-" + place, session);
    }
  }

  private static void execute(Unit unit, String order, String branch, Connection session) throws SQLException {
    session.setAutoCommit(unit.end().equals("each"));
    for (BoundStatement bound : unit.statements()) {
      try (PreparedStatement statement = session.prepareStatement(bound.sql())) {
        for (int place = 0; place < bound.values().size(); place++) {
          String value = bound.values().get(place);
          statement.setString(place + 1, value == null ? null : value.replace("{order}", order));
        }
        statement.execute();
      }
    }
    if (unit.end().equals("commit")) {
      session.commit();
    } else if (unit.end().equals("prepare")) {
      try (Statement statement = session.createStatement()) {
        statement.execute("PREPARE TRANSACTION '" + branch + "'");
        session.setAutoCommit(true);
        statement.execute("COMMIT PREPARED '" + branch + "'");
      }
    }
  }

  private Connection open(String role) throws SQLException {
    DriverManager.setLoginTimeout(20);
    return DriverManager.getConnection(job.getProperty("url"), role, job.getProperty("password." + role));
  }

  private static List<List<Unit>> read(List<String> lines) {
    List<List<Unit>> orders = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ", 2);
      switch (words[0]) {
        case "order" -> orders.add(new ArrayList<>());
        case "transaction" -> {
          String[] about = words[1].split(" ");
          orders.getLast().add(new Unit(about[0], about[1], new ArrayList<>()));
        }
        case "sql" -> orders.getLast().getLast().statements().add(new BoundStatement(plain(words[1]), new ArrayList<>()));
        case "value" -> orders.getLast().getLast().statements().getLast().values().add(plain(words[1]));
        case "null" -> orders.getLast().getLast().statements().getLast().values().add(null);
        default -> throw new IllegalArgumentException("The script has a line " + line);
      }
    }
    return orders;
  }

  private static String plain(String escaped) {
    return escaped.translateEscapes();
  }
}
