package org.petlab.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * {@code java -jar load-generator.jar FOLDER}: plays the plan in the folder and writes there what
 * became of it. SIGTERM ends it when what was due is answered, with its records whole and exit code
 * 0; until then others come as they are due, as the store's load would change for those answers.
 */
public final class LoadGenerator {
  private static final GeneratorProgram PROGRAM =
      new GeneratorProgram("load-generator", "plan.json");
  private static final long POLL_MS = 10;

  private LoadGenerator() {}

  /** Plays a plan. */
  public static void main(String[] arguments) {
    PROGRAM.main(arguments, LoadGenerator::play);
  }

  private static void play(Path folder) throws BadPlanException, IOException, InterruptedException {
    LoadPlan plan = LoadPlan.read(folder);
    RequestLog log = new RequestLog(folder, new WallClock());
    Arrivals arrivals = new Arrivals(plan.sessions(), log::begun);
    DueRequests dueRequests = new DueRequests();
    PROGRAM.endsWith(() -> end(plan, arrivals, log, dueRequests));
    OpenLoad.play(plan, arrivals, log, dueRequests);
    end(plan, arrivals, log, dueRequests);
  }

  private static void end(LoadPlan plan, Arrivals arrivals, RequestLog log, DueRequests dueRequests)
      throws IOException, InterruptedException {
    long end = System.nanoTime();
    IntSupplier unanswered = () -> dueRequests.until(end) + arrivals.waiting(end);
    while (unanswered.getAsInt() > 0
        && System.nanoTime() - end < TimeUnit.MILLISECONDS.toNanos(plan.answersTimeoutMs())) {
      Thread.sleep(POLL_MS);
    }
    log.close(
        () -> arrivals.due(System.nanoTime()),
        () -> arrivals.blocked(System.nanoTime()),
        unanswered);
  }
}
