package org.petlab.opc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No page writes a value as it is: each goes through c:out, or into an action that does so. */
class EscapingTest {
  private static final Pattern ACTION =
      Pattern.compile("<(c|t|jsp):\\w+(?:\\s+\\w+=(?:\"[^\"]*\"|'[^']*'))*\\s*/?>");

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src/main/webapp"))) {
      return files.filter(file -> file.toString().matches(".*\\.(jsp|tag)")).toList();
    }
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
