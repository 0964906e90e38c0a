package org.petlab.transactions;

import java.util.function.Supplier;

/**
 * Lends a thread the class loader of this bundle: Narayana finds its stores and modules by name.
 */
final class ContextLoader {
  private ContextLoader() {}

  static <T> T lent(Supplier<T> work) {
    return lent(ContextLoader.class.getClassLoader(), work);
  }

  /** The same with another loader, as code of the server needs it on a thread of Narayana's. */
  static <T> T lent(ClassLoader loader, Supplier<T> work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
