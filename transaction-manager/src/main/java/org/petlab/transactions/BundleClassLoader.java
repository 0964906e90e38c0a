package org.petlab.transactions;

import java.util.function.Supplier;

/**
 * Runs code with the class loader of this bundle as the context class loader of the thread:
 * Narayana finds its stores and modules by name.
 */
final class BundleClassLoader {
  private BundleClassLoader() {}

  static <T> T call(Supplier<T> action) {
    return callWith(BundleClassLoader.class.getClassLoader(), action);
  }

  /** The same with another loader, as code of the server needs it on a thread of Narayana's. */
  static <T> T callWith(ClassLoader loader, Supplier<T> action) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return action.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
