package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.enterprise.transaction.spi.RecoveryResourceHandler;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the server's pools are asked for their resources. */
class RecoverableResourcesTest {
  @TempDir Path directory;
  private final List<ClassLoader> seen = new ArrayList<>();
  private final RecoveryResourceHandler pool =
      new RecoveryResourceHandler() {
        @Override
        @SuppressWarnings({"rawtypes", "unchecked"}) // as the server declares it
        public void loadXAResourcesAndItsConnections(List resources, List connections) {
          seen.add(Thread.currentThread().getContextClassLoader());
          resources.add(new FileResource("pool", directory));
        }

        @Override
        @SuppressWarnings("rawtypes")
        public void closeConnections(List connections) {}
      };

  /** A pool that validates its connections finds the class for it in no other way. */
  @Test
  void aPoolIsOpenedWithTheClassLoaderOfTheServer() throws Exception {
    var expected = new ExpectedResources(directory.resolve("count"));
    var resources = new RecoverableResources(() -> List.of(pool), expected);
    ClassLoader narayanas = Thread.currentThread().getContextClassLoader();
    try (var servers = new URLClassLoader(new URL[0])) {
      resources.openWith(servers);
      resources.getXAResources();

      assertThat(seen).containsExactly(servers);
      assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(narayanas);
    }
  }
}
