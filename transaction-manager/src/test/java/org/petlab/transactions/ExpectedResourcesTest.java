package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectedResourcesTest {
  private static final XAResource ONE = new ForgetfulResource();
  private static final XAResource OTHER = new ForgetfulResource();

  @TempDir Path directory;

  private boolean isComplete(XAResource... resources) {
    return new ExpectedResources(directory.resolve("count")).isComplete(List.of(resources));
  }

  @Test
  void fewerThanBeforeAreNotAll() {
    assertThat(isComplete(ONE, OTHER)).isTrue();
    assertThat(isComplete(ONE)).isFalse();
    assertThat(isComplete(ONE, OTHER)).isTrue();
  }

  @Test
  void theCountIsWrittenBesideAndMovedSoThatACrashLeavesTheOldOne() throws Exception {
    assertThat(isComplete(ONE)).isTrue();
    Path count = directory.resolve("count");
    Object before = Files.readAttributes(count, BasicFileAttributes.class).fileKey();

    assertThat(isComplete(ONE, OTHER)).isTrue();

    assertThat(Files.readString(count)).isEqualTo("2\n");
    assertThat(Files.readAttributes(count, BasicFileAttributes.class).fileKey())
        .isNotEqualTo(before);
    assertThat(directory)
        .isDirectoryContaining("glob:**/count")
        .isDirectoryNotContaining("glob:**/*.new");
  }

  @Test
  void whatCannotBeReadPromisesNothing() throws Exception {
    Files.writeString(directory.resolve("count"), "many");
    assertThat(isComplete(ONE)).isFalse();
  }
}
