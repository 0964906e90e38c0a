package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageAddressTest {
  @ParameterizedTest
  @CsvSource({
    "/cart,/storefront/cart",
    "/orders/*,/storefront/orders/*",
    "'',/storefront/",
    "/b /a,/storefront/a",
  })
  void aPageIsNamedAsItsServletIsDeclared(String patterns, String address) {
    ServletRegistration registration =
        answering(ServletRegistration.class, Map.of("getMappings", List.of(patterns.split(" "))));
    ServletContext application =
        answering(
            ServletContext.class,
            Map.of("getContextPath", "/storefront", "getServletRegistration", registration));

    assertThat(PageServlet.address(application, "any")).isEqualTo(address);
  }

  private static <T> T answering(Class<T> type, Map<String, ?> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answers.get(method.getName())));
  }
}
