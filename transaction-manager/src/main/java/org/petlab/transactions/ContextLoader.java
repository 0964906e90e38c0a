package org.petlab.transactions;

import java.util.function.Supplier;

/**
 * Lends a thread the class loader of this bundle: Narayana finds its stores and modules by name.
 */
final class ContextLoader {
  private ContextLoader() {}

  static <T> T lent(Supplier<T> work) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(ContextLoader.class.getClassLoader());
    try {
      return work.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
