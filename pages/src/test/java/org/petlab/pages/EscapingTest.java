package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No page of any application writes a value as it is: each goes through c:out, or into an action
 * that does so.
 */
class EscapingTest {
  private static final List<String> APPLICATIONS =
      List.of("storefront", "order-processing-center", "supplier");
  private static final Pattern ACTION =
      Pattern.compile("<(c|t|jsp):\\w+(?:\\s+\\w+=(?:\"[^\"]*\"|'[^']*'))*\\s*/?>");

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String application : APPLICATIONS) {
      try (Stream<Path> files = Files.walk(Path.of("..", application, "src/main/webapp"))) {
        files.filter(file -> file.toString().matches(".*\\.(jsp|tag)")).forEach(pages::add);
      }
    }
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void valuesStandOnlyInActions(Path page) throws IOException {
    assertThat(ACTION.matcher(Files.readString(page)).replaceAll("")).doesNotContain("${", "#{");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void actionsThatWriteUnescapedGetNoValue(Path page) throws IOException {
    String text = Files.readString(page);
    assertThat(text).doesNotContain("escapeXml=\"false\"", "<%=");
    assertThat(ACTION.matcher(text).results().map(MatchResult::group))
        .filteredOn(action -> action.startsWith("<c:url") && action.contains("${"))
        .allSatisfy(action -> assertThat(action).contains("var="));
  }
}
