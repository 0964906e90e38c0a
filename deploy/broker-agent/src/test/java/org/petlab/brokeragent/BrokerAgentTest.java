package org.petlab.brokeragent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokerAgentTest {
  @TempDir Path folder;

  private File home;
  private File instance;
  private File etc;

  @BeforeEach
  void folders() throws Exception {
    home = Files.createDirectories(folder.resolve("home/lib")).getParent().toFile();
    instance = Files.createDirectories(folder.resolve("instance/lib")).getParent().toFile();
    etc = Files.createDirectories(folder.resolve("instance/etc")).toFile();
  }

  @Test
  void settingsComeBeforeLibrariesAndTheInstanceBeforeTheDistribution() throws Exception {
    for (String name :
        new String[] {
          "home/lib/b.jar", "home/lib/a.jar", "home/lib/c.txt", "instance/lib/driver.jar"
        }) {
      Files.createFile(folder.resolve(name));
    }
    assertThat(BrokerAgent.classPath(home, instance, etc))
        .extracting(url -> url.getPath().replaceFirst(".*/(instance|home)/", "$1/"))
        .containsExactly(
            "instance/etc/", "instance/lib/driver.jar", "home/lib/a.jar", "home/lib/b.jar");
  }

  @Test
  void whatIsNoDistributionIsNamed() {
    assertThatThrownBy(() -> BrokerAgent.start(home, instance, etc))
        .isInstanceOf(BrokerFailedException.class)
        .hasMessageContaining(home.toString())
        .hasMessageContaining("no Artemis");
    assertThatThrownBy(() -> BrokerAgent.start(new File(home, "nowhere"), instance, etc))
        .isInstanceOf(BrokerFailedException.class)
        .hasMessageContaining("nowhere/lib");
  }

  @Test
  void theThreadKeepsItsClassLoader() {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    assertThatThrownBy(() -> BrokerAgent.start(home, instance, etc))
        .isInstanceOf(BrokerFailedException.class);
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }
}
