package org.petlab.workflow.kernel.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.documents.PurchaseOrder;

class DocumentSchemaTest {
  private static final List<String> FILES =
      List.of(
          "documents",
          "purchase-order",
          "order-approval",
          "supplier-order",
          "invoice",
          "mail",
          "receipt",
          "types");

  private static final String EXAMPLE = DocumentsTest.example("supplier-order");

  @TempDir Path folder;
  private Path jar;

  @BeforeEach
  void packTheFiles() throws IOException {
    jar = folder.resolve("schemas.jar");
    try (FileSystem packed =
        FileSystems.newFileSystem(
            URI.create("jar:" + jar.toUri()), Map.of("create", Boolean.TRUE))) {
      Files.createDirectories(packed.getPath("petlab/xsd"));
      for (String file : FILES) {
        try (var source = PurchaseOrder.class.getResourceAsStream("/" + entry(file))) {
          Files.copy(source, packed.getPath(entry(file)));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"documents", "supplier-order", "types"})
  void aFileThatIsNotThereIsNamed(String missing) throws IOException {
    try (FileSystem packed = FileSystems.newFileSystem(jar)) {
      Files.delete(packed.getPath(entry(missing)));
    }
    assertThatThrownBy(this::read).hasStackTraceContaining("no file petlab/xsd/" + missing);
  }

  @ParameterizedTest
  @ValueSource(strings = {"documents", "supplier-order", "types"})
  void aFileThatIsNotASchemaIsRefused(String broken) throws IOException {
    try (FileSystem packed = FileSystems.newFileSystem(jar)) {
      Files.write(packed.getPath(entry(broken)), "<other/>".getBytes(StandardCharsets.UTF_8));
    }
    assertThatThrownBy(this::read)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("cannot be read or is not valid");
  }

  /** As a server that starts may, which looks through the same archives. */
  @Test
  void whoClosesTheSameArchiveMeanwhileDisturbsNobody() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Future<Boolean> closing;
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      try {
        closing = other.submit(() -> closeAgainAndAgain(ended));
        for (int time = 0; time < 50; time++) {
          Schema schema = read();
          assertThatCode(
                  () -> schema.newValidator().validate(new StreamSource(new StringReader(EXAMPLE))))
              .doesNotThrowAnyException();
        }
      } finally {
        ended.set(true);
      }
    }
    assertThat(closing.get()).as("closed without an error").isTrue();
  }

  private boolean closeAgainAndAgain(AtomicBoolean ended) throws IOException {
    URL url = URI.create("jar:%s!/%s".formatted(jar.toUri(), entry("documents"))).toURL();
    while (!ended.get()) {
      ((JarURLConnection) url.openConnection()).getJarFile().close();
    }
    return true;
  }

  private Schema read() throws IOException {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      return DocumentSchema.of(loader);
    }
  }

  private static String entry(String file) {
    return "petlab/xsd/%s.xsd".formatted(file);
  }
}
