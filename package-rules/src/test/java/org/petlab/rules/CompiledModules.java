package org.petlab.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What the modules of this reactor were compiled to. */
final class CompiledModules {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

  private CompiledModules() {}

  /** The modules that have Java code other than tests, as the project file names them. */
  static List<String> names() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(found -> found.group(1))
        .filter(module -> Files.isDirectory(ROOT.resolve(module).resolve("src/main/java")))
        .toList();
  }

  /** What Maven calls a module. */
  static String artifact(String module) throws IOException {
    String project = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    return artifacts(project.substring(project.indexOf("</parent>"))).getFirst();
  }

  /** Of the modules that Maven knows must be built before this one. */
  static List<String> builtBefore() throws IOException {
    return artifacts(Files.readString(Path.of("pom.xml")));
  }

  private static List<String> artifacts(String project) {
    return ARTIFACT.matcher(project).results().map(found -> found.group(1)).toList();
  }

  /** The classes of a module, without its tests. */
  static JavaClasses of(String module) {
    Path compiled = ROOT.resolve(module).resolve("target/classes");
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_PACKAGE_INFOS)
            .importPath(compiled);
    if (classes.isEmpty()) {
      throw new IllegalStateException(
          "Expected classes in %s: build the other modules first, by mvn verify"
              .formatted(compiled));
    }
    return classes;
  }
}
