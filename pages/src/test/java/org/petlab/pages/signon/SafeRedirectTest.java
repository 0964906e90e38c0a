package org.petlab.pages.signon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeRedirectTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/admin/orders", "/admin/orders?state=PENDING&page=2", "/inventory/EST-1"})
  void aPathOfThisApplicationIsKept(String path) {
    assertThat(SafeRedirect.of(path)).isEqualTo(path);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "admin/orders",
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "/../manage/reset",
        "/admin\r\nSet-Cookie: a=b",
        "/<script>"
      })
  void anythingElseLeadsToTheFirstPage(String path) {
    assertThat(SafeRedirect.of(path)).isEqualTo("/");
  }

  @Test
  void itIsBounded() {
    assertThat(SafeRedirect.of("/" + "a".repeat(501))).isEqualTo("/");
  }
}
