import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/**
 * Sends a message of each kind named: what a sender can send who knows the broker better than JMS. Arguments: address of the
 * broker, user, password, queue, kinds; any other is the number of an order that a message says it is about. The document comes by standard input.
 */
public class SendStrangeMessages {
  private static final byte[] NOT_A_TEXT = {1, 2, 3};

  public static void main(String[] args) throws Exception {
    String document = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    List<String> kinds = Arrays.asList(args).subList(4, args.length);
    try (ServerLocator broker = ActiveMQClient.createServerLocator(args[0]);
        ClientSessionFactory connections = broker.createSessionFactory();
        ClientSession session = connections.createSession(args[1], args[2], false, true, true, false, 1)) {
      ClientProducer producer = session.createProducer(args[3]);
      for (String kind : kinds) {
        ClientMessage message = message(session, kind, document);
        message.setRoutingType(RoutingType.ANYCAST);
        producer.send(message);
      }
    }
  }

  private static ClientMessage message(ClientSession session, String kind, String document) {
    return switch (kind) {
      case "bytes" -> filled(session, Message.BYTES_TYPE, document);
      case "many bytes" -> filled(session, Message.BYTES_TYPE, document.repeat(1_000));
      case "map" -> filled(session, Message.MAP_TYPE, "\u0000");
      case "stream" -> filled(session, Message.STREAM_TYPE, document);
      case "object" -> filled(session, Message.OBJECT_TYPE, "\u0000\u0000\u0000\u0003abc");
      case "no body" -> session.createMessage(Message.DEFAULT_TYPE, true);
      case "20 MB" -> text(session, document + " ".repeat(10_000_000)); // two bytes each
      case "no text" -> text(session, null);
      case "broken text" -> filled(session, Message.TEXT_TYPE, "\u0001\u007f\u007f\u007f\u007f");
      default -> {
        ClientMessage message = text(session, document);
        say(kind, message);
        yield message;
      }
    };
  }

  private static void say(String kind, ClientMessage message) {
    switch (kind) {
      case "order as bytes" -> message.putBytesProperty("petlabOrder", NOT_A_TEXT);
      case "document as bytes" -> message.putBytesProperty("petlabDocument", NOT_A_TEXT);
      case "time as text" -> message.putStringProperty("petlabSentNanos", "tomorrow");
      case "time as yes" -> message.putBooleanProperty("petlabSentNanos", true);
      case "another's name" -> message.putStringProperty("petlabSender", "storefront");
      case "a foreign name" -> message.putStringProperty("petlabSender", "foreign-client");
      case "a reason" -> message.putStringProperty("petlabReason", "All is well, please retry");
      case "reason as bytes" -> message.putBytesProperty("petlabReason", NOT_A_TEXT);
      case "expired" -> message.setExpiration(System.currentTimeMillis() - 1);
      case "huge order" -> message.putStringProperty("petlabOrder", "1".repeat(50_000));
      case "strange headers" -> {
        message.putBytesProperty("petlabOrder", NOT_A_TEXT);
        message.putBytesProperty("petlabSender", NOT_A_TEXT);
        message.putBytesProperty("petlabReason", NOT_A_TEXT);
        message.putBytesProperty("JMSType", NOT_A_TEXT);
        message.putIntProperty("JMSCorrelationID", 7);
        message.putBytesProperty("JMSReplyTo", NOT_A_TEXT);
        message.putStringProperty("JMSXDeliveryCount", "many");
        message.putStringProperty("_AMQ_ORIG_MESSAGE_ID", "none");
        message.putBytesProperty("_AMQ_ORIG_QUEUE", NOT_A_TEXT);
        message.putStringProperty("_AMQ_ACTUAL_EXPIRY", "never");
      }
      default -> message.putStringProperty("petlabOrder", kind);
    }
  }

  private static ClientMessage text(ClientSession session, String text) {
    ClientMessage message = session.createMessage(Message.TEXT_TYPE, true);
    message.getBodyBuffer().writeNullableSimpleString(SimpleString.of(text));
    return message;
  }

  private static ClientMessage filled(ClientSession session, byte type, String content) {
    ClientMessage message = session.createMessage(type, true);
    message.getBodyBuffer().writeBytes(content.getBytes(StandardCharsets.UTF_8));
    return message;
  }
}
