package org.petlab.workflow.kernel.documents;

import java.util.function.Supplier;

/**
 * Made when it is first asked for, once. When that fails, whoever asks next tries again: a class
 * whose static initializer has failed cannot be used until its server is started again.
 */
final class Lazy<T> {
  private final Supplier<T> maker;
  private volatile T made;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  T get() {
    T known = made;
    return known == null ? make() : known;
  }

  private synchronized T make() {
    if (made == null) {
      made = maker.get();
    }
    return made;
  }
}
