package org.petlab.workflow.kernel;

/**
 * Runs code with a context class loader that finds at once what a library looks for anew in each
 * call. An application's own loader would search all archives of the application and of the server.
 */
public final class ContextClassLoader {
  private ContextClassLoader() {}

  /** Code that may throw one kind of exception. */
  public interface Action<T, E extends Exception> {
    T run() throws E;
  }

  public static <T, E extends Exception> T callWith(ClassLoader loader, Action<T, E> action)
      throws E {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return action.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
