package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrossSiteFilterTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // Sec-Fetch-Site, Origin, foreign
        "-, -, false",
        "same-origin, http://127.0.0.1:21080, false",
        "none, -, false",
        "same-site, -, true",
        "cross-site, -, true",
        "cross-site, http://127.0.0.1:21080, true",
        "-, http://127.0.0.1:21080, false",
        "-, http://127.0.0.1:21081, true",
        "-, https://127.0.0.1:21080, true",
        "-, null, true",
      })
  void whatAnotherSiteSendsIsForeign(String fetchSite, String origin, boolean foreign) {
    assertThat(CrossSiteFilter.isForeign(fetchSite, origin, "http://127.0.0.1:21080"))
        .isEqualTo(foreign);
  }
}
