package org.petlab.workflow.kernel.documents;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.StringWriter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.validation.Schema;
import org.petlab.documents.PurchaseOrder;
import org.petlab.workflow.kernel.ContextClassLoader;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.DocumentType;
import org.petlab.workflow.kernel.UnreadableDocumentException;

/** From documents to XML and back. What is read is validated against its XSD. */
public final class Documents {
  /** Longer documents are refused unread. */
  public static final int MAX_CHARACTERS = 1 << 20;

  private static final Lazy<JAXBContext> CONTEXT = new Lazy<>(Documents::context);
  private static final Lazy<Schema> SCHEMA =
      new Lazy<>(() -> DocumentSchema.of(PurchaseOrder.class.getClassLoader()));

  /** At most as many as documents were ever read at the same time. */
  private static final Queue<DocumentParser> IDLE = new ConcurrentLinkedQueue<>();

  private Documents() {}

  /** Wraps what is to be sent. */
  public static Document of(String documentId, String orderId, Object content) {
    return new Document(DocumentType.of(content), documentId, orderId, write(content));
  }

  /** The same for content whose ids are its own. */
  public static Document of(Object content) {
    return of(DocumentIds.of(content), DocumentIds.orderOf(content), content);
  }

  public static String write(Object content) {
    try {
      StringWriter xml = new StringWriter();
      Marshaller marshaller = CONTEXT.get().createMarshaller();
      marshaller.marshal(content, xml);
      return xml.toString();
    } catch (JAXBException e) {
      throw new IllegalStateException("Could not write " + content.getClass().getSimpleName(), e);
    }
  }

  /**
   * @throws UnreadableDocumentException when the text is not a valid document of that type; the
   *     message says what is wrong with it
   */
  public static <T> T read(String xml, Class<T> type) {
    if (xml.length() > MAX_CHARACTERS) {
      throw new UnreadableDocumentException(
          "A %s may have %d characters, not %d"
              .formatted(type.getSimpleName(), MAX_CHARACTERS, xml.length()));
    }
    if (BoundedReader.hasTooManyNamespaces(xml)) {
      throw new UnreadableDocumentException(
          BoundedReader.TOO_MANY_NAMESPACES.formatted(BoundedReader.MAX_ELEMENTS));
    }
    try {
      // The platform's validator looks up its own classes by the thread's loader.
      Object content =
          ContextClassLoader.callWith(ClassLoader.getPlatformClassLoader(), () -> parse(xml));
      if (type.isInstance(content)) {
        return type.cast(content);
      }
      throw new UnreadableDocumentException(
          "Expected a %s, found a %s"
              .formatted(type.getSimpleName(), content.getClass().getSimpleName()));
    } catch (JAXBException e) {
      throw new UnreadableDocumentException(
          "Not a valid %s: %s".formatted(type.getSimpleName(), Facets.describe(reason(e))));
    }
  }

  private static Object parse(String xml) throws JAXBException {
    DocumentParser idle = IDLE.poll();
    DocumentParser parser = idle == null ? parser() : idle;
    Object content = parser.parse(xml);
    if (!parser.isSpent()) {
      IDLE.add(parser);
    }
    return content;
  }

  static DocumentParser parser() throws JAXBException {
    return new DocumentParser(CONTEXT.get(), SCHEMA.get());
  }

  private static String reason(Throwable e) {
    Throwable cause = e;
    while (cause.getMessage() == null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof JAXBException bound && bound.getLinkedException() != null
        ? reason(bound.getLinkedException())
        : String.valueOf(cause.getMessage());
  }

  private static JAXBContext context() {
    try {
      return JAXBContext.newInstance(
          PurchaseOrder.class.getPackageName(), PurchaseOrder.class.getClassLoader());
    } catch (JAXBException e) {
      throw new IllegalStateException("The documents' classes do not fit their annotations", e);
    }
  }
}
