package org.petlab.load;

import java.io.IOException;
import java.nio.file.Path;

/**
 * {@code java -jar load-generator.jar FOLDER}: plays the plan in the folder and writes there what
 * became of it. SIGTERM ends it at once, with its records whole and exit code 0.
 */
public final class LoadGenerator {
  private static final GeneratorProgram PROGRAM =
      new GeneratorProgram("load-generator", "plan.json");

  private LoadGenerator() {}

  /** Plays a plan. */
  public static void main(String[] arguments) {
    PROGRAM.main(arguments, LoadGenerator::play);
  }

  private static void play(Path folder) throws BadPlanException, IOException {
    LoadPlan plan = LoadPlan.read(folder);
    RequestLog log = new RequestLog(folder, new WallClock());
    Arrivals arrivals = new Arrivals(plan.sessions(), log::begun);
    PROGRAM.endsWith(() -> close(log, arrivals));
    OpenLoad.play(plan, arrivals, log);
    close(log, arrivals);
  }

  private static void close(RequestLog log, Arrivals arrivals) throws IOException {
    log.close(() -> arrivals.due(System.nanoTime()), () -> arrivals.blocked(System.nanoTime()));
  }
}
