package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AskerTest {

  @ParameterizedTest
  @CsvSource({
    // path, method, shows a credential, asker
    "/, GET, false, PERSON",
    "/signon, POST, false, PERSON",
    "/admin/orders, GET, false, PERSON",
    "/admin/orders, PUT, false, BED",
    "/api/orders, GET, false, PROGRAM",
    "/api/orders, PUT, true, PROGRAM",
    "/apiary, GET, false, PERSON",
    "/manage/reset, POST, false, BED",
    "/services/invoice, POST, true, BED",
    "/orders/10001/state, GET, true, BED",
  })
  void whatIsAskedForTellsWhoAsks(
      String path, String method, boolean showsCredential, Asker asker) {
    assertThat(Asker.of(path, method, showsCredential)).isEqualTo(asker);
  }
}
