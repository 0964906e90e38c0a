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
    try {
      String xml = text.getText();
      if (xml == null) {
        throw new UnreadableDocumentException(
            "Expected a " + type.getSimpleName() + ", found no text");
      }
      return Documents.read(xml, type);
    } catch (JMSException e) {
      throw new IllegalStateException("Could not read the text of a message", e);
    }
  }
}
