package org.petlab.workflow.inbox;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import org.petlab.workflow.documents.Documents;
import org.petlab.workflow.documents.UnreadableDocumentException;

/** Unpacks the document of a message. */
public final class IncomingDocument {
  private IncomingDocument() {}

  /**
   * @throws UnreadableDocumentException when the message carries no valid document of that type
   */
  public static <T> T read(Message message, Class<T> type) {
    if (!(message instanceof TextMessage text)) {
      throw new UnreadableDocumentException(
          "Expected a text message with a " + type.getSimpleName());
    }
    String xml = text(text, type);
    if (xml == null) {
      throw new UnreadableDocumentException(
          "Expected a " + type.getSimpleName() + ", found no text");
    }
    return Documents.read(xml, type);
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
