package org.petlab.workflow.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessagePropertiesTest {
  private static final byte[] NO_TEXT = {1, 2, 3};
  private final Map<String, Object> properties = new HashMap<>();

  @Test
  void whatIsThereIsRead() {
    properties.putAll(
        Map.of(
            "petlabOrder",
            "10001",
            "petlabDocument",
            "10001-S",
            "petlabSentNanos",
            7L,
            "JMSXDeliveryCount",
            2));
    assertThat(read()).isEqualTo(new Activation("10001", "10001-S", 2, 7));
    assertThatCode(() -> MessageProperties.requireReadable(message())).doesNotThrowAnyException();
  }

  @Test
  void whatIsNotThereIsUnknown() {
    assertThat(read()).isEqualTo(new Activation("unknown", "unknown", 1, 0));
    assertThatCode(() -> MessageProperties.requireReadable(message())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"petlabOrder", "petlabDocument", "petlabSentNanos"})
  void whatCannotBeReadIsUnknownAndRefusedByItsName(String property) {
    for (Object strange : new Object[] {NO_TEXT, true, new JMSException("broken")}) {
      properties.put(property, strange);
      assertThat(read()).isEqualTo(new Activation("unknown", "unknown", 1, 0));
      assertThatThrownBy(() -> MessageProperties.requireReadable(message()))
          .isInstanceOf(UnreadableDocumentException.class)
          .hasMessageStartingWith("Expected the property " + property + " to be a ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../../etc", "<b>", "a b"})
  void whatIsNoIdIsUnknown(String text) {
    properties.put("petlabOrder", text.isEmpty() ? "1".repeat(65) : text);
    assertThat(MessageProperties.orderOf(message())).isEqualTo("unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "storefront,     ,               storefront",
    "storefront,     foreign-client, storefront",
    "foreign-client, storefront,     foreign-client",
    "opc,            foreign-client, foreign-client",
    "opc,            ,               opc",
    "supplier,       storefront,     supplier",
    ",               storefront,     unknown"
  })
  void onlyTheConsumerAndTheAdministrationSpeakForOthers(
      String user, String named, String expected) {
    properties.put("_AMQ_VALIDATED_USER", user);
    properties.put("petlabSender", named);
    assertThat(MessageProperties.sender(message(), Application.OPC)).isEqualTo(expected);
  }

  @Test
  void theSupplierSpeaksForWhoSentToIt() {
    properties.putAll(Map.of("_AMQ_VALIDATED_USER", "supplier", "petlabSender", "opc"));
    assertThat(MessageProperties.sender(message(), Application.SUPPLIER)).isEqualTo("opc");
  }

  @ParameterizedTest
  @CsvSource({
    "foreign-client, F-7,   F-7",
    "foreign-client, 10001, unknown",
    "storefront,     10001, 10001"
  })
  void aForeignClientSpeaksOfItsOwnOrdersOnly(String user, String order, String expected) {
    properties.putAll(Map.of("_AMQ_VALIDATED_USER", user, "petlabOrder", order));
    assertThat(read().orderId()).isEqualTo(expected);
  }

  @Test
  void aDeadLetterNamesItsSenderAndKeepsWhatCanBeRead() throws JMSException {
    properties.putAll(
        Map.of(
            "_AMQ_VALIDATED_USER", "foreign-client",
            "petlabOrder", "F-7",
            "petlabDocument", NO_TEXT,
            "petlabSender", "storefront",
            "other", "x"));
    Message dead =
        MessageProperties.deadLetter(
            session(), message(), Application.OPC, "PurchaseOrderQueue", "why");
    assertThat(propertiesOf(dead))
        .isEqualTo(
            Map.of(
                "petlabOrder", "F-7",
                "petlabDocument", "unknown",
                "petlabSender", "foreign-client",
                "petlabReason", "why",
                "_AMQ_ORIG_QUEUE", "PurchaseOrderQueue"));
  }

  @Test
  void anObjectIsNotOpened() throws JMSException {
    properties.putAll(Map.of("_AMQ_VALIDATED_USER", "foreign-client", "petlabOrder", "F-7"));
    Message object = message(ObjectMessage.class, properties);
    Message again = MessageProperties.again(session(), object, Application.OPC);
    assertThat(again).isNotSameAs(object);
    assertThat(propertiesOf(again))
        .isEqualTo(
            Map.of(
                "petlabOrder", "F-7",
                "petlabDocument", "unknown",
                "petlabSender", "foreign-client"));
  }

  private Activation read() {
    return MessageProperties.read(message(), Application.OPC);
  }

  private Message message() {
    return message(TextMessage.class, properties);
  }

  private static Session session() {
    return (Session)
        Proxy.newProxyInstance(
            MessagePropertiesTest.class.getClassLoader(),
            new Class<?>[] {Session.class},
            (proxy, method, arguments) -> message(TextMessage.class, new HashMap<>()));
  }

  private static Map<?, ?> propertiesOf(Message message) throws JMSException {
    return (Map<?, ?>) message.getObjectProperty("all");
  }

  /** A message of some broker: its properties, and nothing else. */
  private static <T extends Message> T message(Class<T> type, Map<String, Object> properties) {
    return type.cast(
        Proxy.newProxyInstance(
            MessagePropertiesTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getObjectProperty" -> property(properties, (String) arguments[0]);
                  case "setStringProperty" -> properties.put((String) arguments[0], arguments[1]);
                  case "getText" -> "<xml/>";
                  case "equals" -> proxy == arguments[0];
                  case "toString" -> type.getSimpleName();
                  default -> throw new UnsupportedOperationException(method.getName());
                }));
  }

  private static Object property(Map<String, Object> properties, String name) throws JMSException {
    Object value = name.equals("all") ? properties : properties.get(name);
    if (value instanceof JMSException broken) {
      throw broken;
    }
    return value;
  }
}
