package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages that all of the staff see write no value as it is, and bring no script or style. */
class StaffEscapingTest {
  private static final Pattern ACTION =
      Pattern.compile("<c:\\w+(?:\\s+\\w+=(?:\"[^\"]*\"|'[^']*'))*\\s*/?>");

  @ParameterizedTest
  @ValueSource(strings = {"signon.jsp", "error.jsp"})
  void valuesStandOnlyInActions(String page) throws IOException {
    String text = Files.readString(Path.of("src/main/staff", page));
    assertThat(ACTION.matcher(text).replaceAll("")).doesNotContain("${", "#{");
    assertThat(text).doesNotContain("escapeXml", "<%=", "<script", "<style", "style=", "onclick");
  }
}
