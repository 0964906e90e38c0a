package org.petlab.workflow.messaging.inbox;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.Documents;

/** Unpacks the document of a message. */
public final class IncomingDocument {
  private IncomingDocument() {}

  /**
   * A document and the text that it was read from.
   *
   * @param xml as the sender wrote it; it is valid
   */
  public record Read<T>(T content, String xml) {}

  /**
   * @throws UnreadableDocumentException when the message carries no valid document of that type
   */
  public static <T> T read(Message message, Class<T> type) {
    return readWithText(message, type).content();
  }

  /**
   * The same for who keeps the text: to write the document anew would cost as much and tell less.
   *
   * @throws UnreadableDocumentException when the message carries no valid document of that type
   */
  public static <T> Read<T> readWithText(Message message, Class<T> type) {
    if (!(message instanceof TextMessage text)) {
      throw new UnreadableDocumentException(
          "Expected a text message with a " + type.getSimpleName());
    }
    String xml = text(text, type);
    if (xml == null) {
      throw new UnreadableDocumentException(
          "Expected a " + type.getSimpleName() + ", found no text");
    }
    return new Read<>(Documents.read(xml, type), xml);
  }

  /** It is in memory: what cannot be read now cannot be read later. */
  private static String text(TextMessage message, Class<?> type) {
    try {
      return message.getText();
    } catch (JMSException | RuntimeException e) {
      throw new UnreadableDocumentException(
          "Expected a " + type.getSimpleName() + ", found a text that cannot be read");
    }
  }
}
