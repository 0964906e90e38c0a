package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientKindTest {

  @ParameterizedTest
  @CsvSource({
    // path, method, shows a credential, kind
    "/, GET, false, BROWSER",
    "/signon, POST, false, BROWSER",
    "/admin/orders, GET, false, BROWSER",
    "/admin/orders, PUT, false, INTERNAL",
    "/api/orders, GET, false, API",
    "/api/orders, PUT, true, API",
    "/apiary, GET, false, BROWSER",
    "/manage/reset, POST, false, INTERNAL",
    "/services/invoice, POST, true, INTERNAL",
    "/orders/10001/state, GET, true, INTERNAL",
  })
  void whatIsAskedForTellsWhoAsks(
      String path, String method, boolean showsCredential, ClientKind kind) {
    assertThat(ClientKind.of(path, method, showsCredential)).isEqualTo(kind);
  }
}
