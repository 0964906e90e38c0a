package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.HttpProblem;

class BasicHeaderTest {

  @Test
  void nameAndPasswordAreParted() {
    assertThat(BasicHeader.read(header("Basic ", "ada:a:b c")))
        .isEqualTo(new BasicHeader("ada", "a:b c"));
    assertThat(BasicHeader.read(header("basic ", "ä:ö"))).isEqualTo(new BasicHeader("ä", "ö"));
    assertThat(BasicHeader.read(header("Basic ", ":b"))).isEqualTo(new BasicHeader("", "b"));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "Basic", "Basic !!!", "Basic YWRh", "Bearer YWRhOmI="})
  void whatIsNoneIsRefused(String header) {
    assertThatExceptionOfType(HttpProblem.class)
        .isThrownBy(() -> BasicHeader.read(header))
        .matches(problem -> problem.status() == 401);
  }

  @Test
  void itIsBounded() {
    // 219 bytes are 292 characters of base64; with the scheme and two spaces more they are 300.
    String longest = header("Basic   ", "ada:" + "b".repeat(215));
    assertThat(BasicHeader.read(longest).password()).hasSize(215);
    assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> BasicHeader.read(longest + " "));
    assertThatExceptionOfType(HttpProblem.class)
        .isThrownBy(() -> BasicHeader.read(header("Basic ", "ada:" + "b".repeat(400))));
  }

  private static String header(String scheme, String pair) {
    return scheme + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }
}
