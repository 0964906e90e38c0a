package org.petlab.workflow.messaging.inbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.Transition;

/**
 * What an inbox says of itself: its WSDL at {@code ?wsdl}, and each schema that the WSDL leads to
 * at {@code ?xsd=<file>}. The addresses in them are those of the bed, whatever the caller's request
 * says of its host.
 */
final class ServiceDescription {
  private static final Pattern WSDL = Pattern.compile("(?i)wsdl");
  private static final Pattern SCHEMA = Pattern.compile("(?i:xsd)=([a-z-]{1,40}\\.xsd)");
  private static final Pattern LOCATION =
      Pattern.compile("schemaLocation=\"(?:\\.\\./xsd/)?([a-z-]+\\.xsd)\"");
  private static final String OWN_ADDRESS = "REPLACED_BY_THE_SERVER";

  private ServiceDescription() {}

  /**
   * @param query the query of the request; null when there is none
   * @param address of the inbox
   * @return the document that was asked for; empty when there is none of that name
   */
  static Optional<String> find(String query, Transition service, String address) {
    if (query == null) {
      return Optional.empty();
    }
    Matcher schema = SCHEMA.matcher(query);
    if (schema.matches()) {
      return read("xsd/" + schema.group(1)).map(text -> addressed(text, address));
    }
    return WSDL.matcher(query).matches()
        ? read("wsdl/" + service + ".wsdl").map(text -> addressed(text, address))
        : Optional.empty();
  }

  private static String addressed(String text, String address) {
    String location = Matcher.quoteReplacement("schemaLocation=\"" + address + "?xsd=") + "$1\"";
    return LOCATION.matcher(text).replaceAll(location).replace(OWN_ADDRESS, address);
  }

  private static Optional<String> read(String name) {
    try (InputStream file = PurchaseOrder.class.getResourceAsStream("/petlab/" + name)) {
      return file == null
          ? Optional.empty()
          : Optional.of(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + name, e);
    }
  }
}
