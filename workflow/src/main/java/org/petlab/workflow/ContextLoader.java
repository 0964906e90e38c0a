package org.petlab.workflow;

/**
 * Lends the thread a class loader that finds at once what a library looks for anew in each call. An
 * application's own loader would search all archives of the application and of the server.
 */
public final class ContextLoader {
  private ContextLoader() {}

  /** Work that may fail in one way. */
  public interface Work<T, E extends Exception> {
    T done() throws E;
  }

  public static <T, E extends Exception> T lent(ClassLoader loader, Work<T, E> work) throws E {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.done();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
