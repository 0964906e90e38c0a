package org.petlab.pages;

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

/**
 * What a tag may lack is asked for in its scope. A name that is found in no scope is looked for as
 * a class, in four packages, each time: that took 4 % of the server's time under load.
 */
class AbsentNamesTest {
  private static final Pattern ATTRIBUTE = Pattern.compile("<%@ attribute (?<how>[^%]*)%>");
  private static final Pattern NAME = Pattern.compile("name=\"(?<name>\\w+)\"");
  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{[^}]*}");

  static Stream<Path> tags() throws IOException {
    return EscapingTest.pages().stream().filter(page -> page.toString().endsWith(".tag"));
  }

  @ParameterizedTest
  @MethodSource("tags")
  void optionalAttributesAreAskedForInTheirScope(Path tag) throws IOException {
    String text = Files.readString(tag);
    List<String> expressions = EXPRESSION.matcher(text).results().map(MatchResult::group).toList();
    ATTRIBUTE
        .matcher(text)
        .results()
        .map(attribute -> attribute.group("how"))
        .filter(how -> !how.contains("required=\"true\""))
        .map(AbsentNamesTest::nameIn)
        .forEach(
            name ->
                assertThat(expressions)
                    .allSatisfy(each -> assertThat(each).doesNotContainPattern(bare(name))));
  }

  private static String nameIn(String attribute) {
    return NAME.matcher(attribute).results().findFirst().orElseThrow().group("name");
  }

  private static String bare(String name) {
    return "(?<![.\\w'\"])%s\\b(?!')".formatted(name);
  }
}
