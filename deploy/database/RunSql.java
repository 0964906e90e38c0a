import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Runs SQL scripts over JDBC, whatever the database: {@code java -cp DRIVER RunSql.java JOBS}. JOBS is a properties file
 * with {@code 1.url}, {@code 1.user}, {@code 1.password}, {@code 1.script}, then {@code 2.…}. A line {@code --each QUERY;}
 * executes every row of the query's result as a statement. The first error ends the run: one line on standard error.
 */
public final class RunSql {

  private RunSql() {}

  public static void main(String[] arguments) throws IOException {
    Properties jobs = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      jobs.load(reader);
    }
    for (int number = 1; jobs.containsKey(number + ".url"); number++) {
      String prefix = number + ".";
      Path script = Path.of(jobs.getProperty(prefix + "script"));
      try {
        run(jobs, prefix, Files.readString(script));
      } catch (SQLException error) {
        System.err.println(script.getFileName() + ": " + error.getMessage().replaceAll("\\s+", " "));
        System.exit(1);
      }
    }
  }

  private static void run(Properties jobs, String prefix, String script) throws SQLException {
    String url = jobs.getProperty(prefix + "url");
    String user = jobs.getProperty(prefix + "user");
    DriverManager.setLoginTimeout(20);
    try (Connection connection = DriverManager.getConnection(url, user, jobs.getProperty(prefix + "password"));
        Statement statement = connection.createStatement()) {
      for (String sql : statements(script)) {
        if (sql.startsWith("--each ")) {
          executeEachRow(connection, sql.substring("--each ".length()));
        } else {
          statement.execute(sql);
        }
      }
    }
  }

  private static void executeEachRow(Connection connection, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        var result = statement.executeQuery(query)) {
      while (result.next()) {
        rows.add(result.getString(1));
      }
      for (String row : rows) {
        statement.execute(row);
      }
    }
  }

  /** A statement ends with a semicolon at the end of a line; a block (DO, BEGIN, DECLARE) ends with a slash on a line of its own. */
  private static List<String> statements(String script) {
    List<String> found = new ArrayList<>();
    StringBuilder current = new StringBuilder();
    boolean inBlock = false;
    for (String line : script.lines().toList()) {
      String text = line.strip();
      if (current.isEmpty() && (text.isEmpty() || text.startsWith("--") && !text.startsWith("--each "))) {
        continue;
      }
      inBlock |= current.isEmpty() && text.matches("(?i)(do|begin|declare)\\b.*");
      if (text.equals("/") || !inBlock && text.endsWith(";")) {
        current.append(text.equals("/") ? "" : text.substring(0, text.length() - 1));
        found.add(current.toString().strip());
        current.setLength(0);
        inBlock = false;
      } else {
        current.append(line).append('\n');
      }
    }
    if (!current.toString().isBlank()) {
      found.add(current.toString().strip());
    }
    return found;
  }
}
