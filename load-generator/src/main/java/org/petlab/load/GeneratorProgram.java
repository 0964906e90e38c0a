package org.petlab.load;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A program that follows the plan in a folder and writes there what became of it: how it is called,
 * how it ends, and what it says of an error.
 *
 * @param name as its errors begin
 * @param plan the file that its folder holds
 */
public record GeneratorProgram(String name, String plan) {
  private static final int BAD_INPUT = 2;
  private static final int FAILED = 1;

  /** What it does with its folder. */
  public interface Work {
    /** Follows the plan until it is over. */
    void follow(Path folder) throws BadPlanException, IOException, InterruptedException;
  }

  /** Writes the rest of the records. */
  public interface Closing {
    /** Closes them. */
    void close() throws IOException, InterruptedException;
  }

  /** Follows the plan in the folder that the arguments name, and ends the process. */
  public void main(String[] arguments, Work work) {
    // Threads may be left. The records are closed.
    end(codeOf(arguments, work));
  }

  /** From here on SIGTERM ends it with its records whole and exit code 0. */
  public void endsWith(Closing closing) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(codeOf(closing))));
  }

  /** Ends it at once. */
  public void fail(String message) {
    end(complain(FAILED, message));
  }

  private int codeOf(String[] arguments, Work work) {
    if (arguments.length != 1) {
      return complain(BAD_INPUT, "expected one folder that holds " + plan);
    }
    try {
      work.follow(Path.of(arguments[0]));
      return 0;
    } catch (BadPlanException bad) {
      return complain(BAD_INPUT, bad.getMessage());
    } catch (OutOfMemoryError tooLong) {
      return complain(FAILED, plan + " does not fit into its heap: " + tooLong.getMessage());
    } catch (IOException | InterruptedException | RuntimeException failed) {
      return complain(FAILED, failed.toString());
    }
  }

  private int codeOf(Closing closing) {
    try {
      closing.close();
      return 0;
    } catch (IOException full) {
      return complain(FAILED, "its records could not be written: " + full);
    } catch (InterruptedException ended) {
      return FAILED;
    }
  }

  private int complain(int code, String message) {
    System.err.println(name + ": error: " + message);
    return code;
  }

  private static void end(int code) {
    System.err.flush();
    Runtime.getRuntime().halt(code);
  }
}
