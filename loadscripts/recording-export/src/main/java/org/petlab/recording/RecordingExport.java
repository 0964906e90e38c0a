package org.petlab.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The command: writes the tables of a trial from its flight recordings.
 *
 * <pre>java -jar recording-export.jar FOLDER BEGIN_NS-END_NS JVM=RECORDING.jfr ...</pre>
 *
 * <p>Prints one line of JSON with what was read: events by table, and how many {@code jdk.DataLoss}
 * there were. Exits with 0; 1 when a recording cannot be read, 2 when the command line is wrong.
 */
public final class RecordingExport {

  private static final String USAGE =
      "usage: java -jar recording-export.jar FOLDER BEGIN_NS-END_NS JVM=RECORDING.jfr ...";

  private RecordingExport() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    try {
      System.out.println(export(arguments));
      return 0;
    } catch (UsageException wrong) {
      System.err.println(wrong.getMessage() + "\n" + USAGE);
      return 2;
    } catch (IOException | IllegalArgumentException unreadable) {
      System.err.println("recording-export: " + unreadable.getMessage());
      return 1;
    }
  }

  private static String export(String... arguments) throws IOException {
    if (arguments.length < 3) {
      throw new UsageException("expected a folder, a window and at least one recording");
    }
    Path folder = Path.of(arguments[0]);
    Window window = Window.parse(arguments[1]);
    List<Recording> recordings = recordings(Arrays.asList(arguments).subList(2, arguments.length));
    Files.createDirectories(folder);
    try (TrialTables tables = new TrialTables(folder, window)) {
      for (Recording recording : recordings) {
        tables.addAll(recording);
      }
      return tables.summary();
    }
  }

  private static List<Recording> recordings(List<String> arguments) {
    List<Recording> recordings = new ArrayList<>();
    for (String argument : arguments) {
      recordings.add(Recording.parse(argument));
    }
    return recordings;
  }
}
