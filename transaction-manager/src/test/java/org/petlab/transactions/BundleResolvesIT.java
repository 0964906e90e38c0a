package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * The built bundles resolve against what Payara's modules export, in the framework that Payara
 * runs. A bundle that does not would keep the server from starting. {@code payara-exports.txt} is
 * copied from the modules' manifests.
 */
class BundleResolvesIT {
  @TempDir Path cache;
  private Framework framework;

  @BeforeEach
  void startFramework() throws BundleException {
    framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow()
            .newFramework(Map.of(Constants.FRAMEWORK_STORAGE, cache.toString()));
    framework.start();
  }

  @AfterEach
  void stopFramework() throws BundleException, InterruptedException {
    framework.stop();
    framework.waitForStop(10_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-faults"})
  void itResolvesInPayara(String classifier) throws Exception {
    installPayara(UnaryOperator.identity());
    Bundle bundle = install(classifier);

    bundle.start(); // says what is missing
    assertThat(bundle.getState()).isEqualTo(Bundle.ACTIVE);
    assertThat(bundle.getEntry("org/petlab/transactions/faults") == null)
        .isEqualTo(classifier.isEmpty());
    assertThat(bundle.getHeaders().get(Constants.EXPORT_PACKAGE)).isNull();
  }

  /** Otherwise the test above would prove nothing. */
  @Test
  void itDoesNotResolveInAServerThatGuardsThePackageOtherwise() throws Exception {
    installPayara(exports -> exports.replace("password=GlassFish", "password=changed"));
    Bundle bundle = install("");

    assertThat(framework.adapt(FrameworkWiring.class).resolveBundles(List.of(bundle))).isFalse();
  }

  private void installPayara(UnaryOperator<String> change) throws IOException, BundleException {
    try (InputStream exports = getClass().getResourceAsStream("/payara-exports.txt")) {
      String text = change.apply(new String(exports.readAllBytes()));
      for (String line : text.lines().filter(line -> !line.startsWith("#")).toList()) {
        String[] module = line.split(" ", 2);
        framework
            .getBundleContext()
            .installBundle(module[0], new ByteArrayInputStream(module(module[0], module[1])));
      }
    }
  }

  private static byte[] module(String name, String exports) throws IOException {
    var manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
    attributes.putValue(Constants.BUNDLE_SYMBOLICNAME, name);
    attributes.putValue(Constants.EXPORT_PACKAGE, exports);
    var bytes = new ByteArrayOutputStream();
    new JarOutputStream(bytes, manifest).close();
    return bytes.toByteArray();
  }

  private Bundle install(String classifier) throws IOException, BundleException {
    Path jar =
        Path.of(System.getProperty("petlab.bundle").replaceFirst("\\.jar$", classifier + ".jar"));
    try (InputStream content = Files.newInputStream(jar)) {
      return framework.getBundleContext().installBundle("bundle", content);
    }
  }
}
