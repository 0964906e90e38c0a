package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ContextClassLoaderTest {
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private final ClassLoader own = Thread.currentThread().getContextClassLoader();

  @Test
  void theThreadHasTheLoaderForTheWorkOnly() {
    ClassLoader lent =
        ContextClassLoader.callWith(PLATFORM, () -> Thread.currentThread().getContextClassLoader());
    assertThat(lent).isSameAs(PLATFORM).isNotSameAs(own);
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(own);
  }

  @Test
  void alsoWhenTheWorkFails() {
    IOException failure = new IOException("No");
    assertThatThrownBy(
            () ->
                ContextClassLoader.callWith(
                    PLATFORM,
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(own);
  }
}
