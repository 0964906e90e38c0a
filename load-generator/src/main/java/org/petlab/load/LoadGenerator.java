package org.petlab.load;

import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code java -jar load-generator.jar FOLDER}: plays the plan in the folder and writes there what
 * became of it. SIGTERM ends it at once, with its records whole and exit code 0.
 */
public final class LoadGenerator {
  private static final int BAD_INPUT = 2;
  private static final int FAILED = 1;

  private LoadGenerator() {}

  /** Plays a plan. */
  public static void main(String[] arguments) {
    int code = run(arguments);
    System.err.flush();
    // Threads of Hyperfoil may be left. The records are closed.
    Runtime.getRuntime().halt(code);
  }

  private static int run(String[] arguments) {
    if (arguments.length != 1) {
      System.err.println("load-generator: error: expected one folder that holds plan.json");
      return BAD_INPUT;
    }
    try {
      play(Path.of(arguments[0]));
      return 0;
    } catch (BadPlanException bad) {
      System.err.println("load-generator: error: " + bad.getMessage());
      return BAD_INPUT;
    } catch (IOException | RuntimeException failed) {
      System.err.println("load-generator: error: " + failed);
      return FAILED;
    }
  }

  private static void play(Path folder) throws BadPlanException, IOException {
    LoadPlan plan = LoadPlan.read(folder);
    RequestLog log = new RequestLog(folder, new WallClock());
    Arrivals arrivals = new Arrivals(plan.sessions(), log::begun);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(ended(log, arrivals))));
    OpenLoad.play(plan, arrivals, log);
    close(log, arrivals);
  }

  private static void close(RequestLog log, Arrivals arrivals) throws IOException {
    long now = System.nanoTime();
    log.close(arrivals.due(now), arrivals.blocked(now));
  }

  private static int ended(RequestLog log, Arrivals arrivals) {
    try {
      close(log, arrivals);
      return 0;
    } catch (IOException full) {
      System.err.println("load-generator: error: its records could not be written: " + full);
      return FAILED;
    }
  }
}
