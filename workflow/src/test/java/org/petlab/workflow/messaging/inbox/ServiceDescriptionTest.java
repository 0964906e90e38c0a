package org.petlab.workflow.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.workflow.kernel.Transition;

class ServiceDescriptionTest {
  private static final String ADDRESS = "http://127.0.0.1:21080/opc/services/any";
  private static final Pattern LEADS_TO =
      Pattern.compile("schemaLocation=\"" + Pattern.quote(ADDRESS) + "\\?([^\"]+)\"");

  @ParameterizedTest
  @EnumSource(names = {"ORDER_SUBMISSION", "SUPPLIER_ORDER", "INVOICE"})
  void everythingThatADescriptionLeadsToIsThere(Transition service) {
    Set<String> found = new HashSet<>();
    Deque<String> queries = new ArrayDeque<>(Set.of("wsdl"));
    while (!queries.isEmpty()) {
      String query = queries.pop();
      String text = ServiceDescription.find(query, service, ADDRESS).orElseThrow();
      assertThat(text).doesNotContain("REPLACED").doesNotContain("../");
      found.add(query);
      LEADS_TO
          .matcher(text)
          .results()
          .map(link -> link.group(1))
          .filter(link -> !found.contains(link))
          .forEach(queries::push);
    }
    assertThat(found).contains("wsdl", "xsd=documents.xsd", "xsd=types.xsd");
  }

  @Test
  void theAddressIsThatOfTheBed() {
    assertThat(ServiceDescription.find("WSDL", Transition.INVOICE, ADDRESS).orElseThrow())
        .contains("<soap:address location=\"" + ADDRESS + "\"/>");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "xsd=1", "xsd=../workflow.json", "xsd=no-such.xsd", "wsdl=../x", "a"})
  void nothingElseIsShown(String query) {
    assertThat(ServiceDescription.find(query, Transition.INVOICE, ADDRESS)).isEmpty();
  }

  @Test
  void aLongQueryIsNoTrouble() {
    String query = "xsd=a" + "-a".repeat(50_000) + ".xsd";
    assertThat(ServiceDescription.find(query, Transition.INVOICE, ADDRESS)).isEmpty();
  }
}
