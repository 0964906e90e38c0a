package org.petlab.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** All applications are guarded in the same way: this is read off their web.xml. */
class ApplicationsTest {
  private static final List<String> GUARDS =
      List.of(
          SecurityHeadersFilter.class.getName(),
          UncaughtFilter.class.getName(),
          HttpProblemFilter.class.getName(),
          ListenerFilter.class.getName(),
          BoundedRequestFilter.class.getName(),
          CrossSiteFilter.class.getName());

  @ParameterizedTest
  @ValueSource(strings = {"storefront", "order-processing-center", "supplier"})
  void everyRequestPassesTheGuardsInThisOrder(String application) throws Exception {
    Document web = read(application, "web.xml");
    List<Element> mappings = elements(web, "filter-mapping").subList(0, GUARDS.size());
    assertThat(mappings).extracting(mapping -> text(mapping, "url-pattern")).containsOnly("/*");
    assertThat(mappings)
        .extracting(mapping -> classOf(web, text(mapping, "filter-name")))
        .isEqualTo(GUARDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"storefront", "order-processing-center", "supplier"})
  void everyErrorHasOurWords(String application) throws Exception {
    Document web = read(application, "web.xml");
    assertThat(elements(web, "error-page"))
        .singleElement()
        .satisfies(
            page -> {
              assertThat(text(page, "location")).isEqualTo("/error");
              assertThat(page.getElementsByTagName("error-code").getLength()).isZero();
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"storefront", "order-processing-center", "supplier"})
  void theSessionsCookieIsKeptFromScriptsAndOtherSites(String application) throws Exception {
    Document web = read(application, "web.xml");
    assertThat(text(web.getDocumentElement(), "http-only")).isEqualTo("true");
    assertThat(text(web.getDocumentElement(), "tracking-mode")).isEqualTo("COOKIE");
    assertThat(elements(read(application, "glassfish-web.xml"), "property"))
        .filteredOn(property -> property.getAttribute("name").equals("cookieSameSite"))
        .singleElement()
        .satisfies(property -> assertThat(property.getAttribute("value")).isIn("Lax", "Strict"));
  }

  @Test
  void theStaffsPagesAreClosedToOthers() throws Exception {
    assertThat(closed("order-processing-center")).containsExactly("/admin/*", "/api/*");
    assertThat(closed("supplier")).contains("/inventory/*", "/orders/*", "/shipments/*");
  }

  private static List<String> closed(String application) throws Exception {
    return elements(read(application, "web.xml"), "web-resource-collection").stream()
        .flatMap(closed -> texts(closed, "url-pattern").stream())
        .toList();
  }

  private static String classOf(Document web, String filter) {
    return elements(web, "filter").stream()
        .filter(each -> text(each, "filter-name").equals(filter))
        .map(each -> text(each, "filter-class"))
        .findFirst()
        .orElseThrow();
  }

  private static Document read(String application, String file) throws Exception {
    Path path = Path.of("..", application, "src/main/webapp/WEB-INF", file);
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    // The document type that glassfish-web.xml names is not fetched.
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory.newDocumentBuilder().parse(Files.newInputStream(path));
  }

  private static List<Element> elements(Document document, String name) {
    return list(document.getElementsByTagName(name));
  }

  private static String text(Element parent, String name) {
    return texts(parent, name).getFirst();
  }

  private static List<String> texts(Element parent, String name) {
    return list(parent.getElementsByTagName(name)).stream()
        .map(each -> each.getTextContent().strip())
        .toList();
  }

  private static List<Element> list(NodeList nodes) {
    return IntStream.range(0, nodes.getLength())
        .mapToObj(index -> (Element) nodes.item(index))
        .toList();
  }
}
