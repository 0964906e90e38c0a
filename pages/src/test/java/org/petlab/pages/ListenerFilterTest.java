package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenerFilterTest {
  private static final List<String> SERVICES = List.of("/services/", "/stock", "/orders/");

  @ParameterizedTest
  @CsvSource({
    "/,pages",
    "/orders,pages",
    "/orders/10001/steps,services",
    "/stock,services",
    "/stock/more,pages",
    "/stocks,pages",
    "/services/supplier-order,services",
    "/services,pages",
    "/manage,management",
    "/manage/counts,management",
    "/managed,pages",
    "/metrics,management",
    "/metrics/more,pages",
  })
  void eachAddressHasOneListener(String path, String listener) {
    assertThat(ListenerFilter.listener(path, SERVICES)).isEqualTo(listener);
  }
}
