package org.petlab.workflow.messaging.inbox;

import jakarta.inject.Inject;
import jakarta.xml.ws.Provider;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.petlab.documents.Receipt;
import org.petlab.documents.RefusalCode;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.SendFailedException;
import org.petlab.workflow.kernel.StepListeners;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.UnreadableDocumentException;
import org.petlab.workflow.kernel.documents.DocumentIds;
import org.petlab.workflow.kernel.documents.Documents;
import org.petlab.workflow.messaging.transports.JmsNontransacted;

/**
 * The SOAP entrance of an application: validates the document and puts it, untransacted, into the
 * queue from which the step takes it. A receipt says that it is there.
 */
public abstract class SoapInbox<T> implements Provider<Source> {
  private static final Logger LOG = System.getLogger(SoapInbox.class.getName());
  private static final TransformerFactory TRANSFORMERS = TransformerFactory.newDefaultInstance();

  @Inject private JmsNontransacted queue;
  @Inject private Caller caller;
  @Inject private RecentDocuments recent;
  @Inject private StepListeners listeners;

  private final Transition transition;
  private final Class<T> type;

  protected SoapInbox(Transition transition, Class<T> type) {
    this.transition = transition;
    this.type = type;
  }

  /**
   * Demands what a schema cannot say, and that what is booked under this id says the same.
   *
   * @throws UnreadableDocumentException with what is wrong
   */
  protected void check(T content) {}

  @Override
  public Source invoke(Source payload) {
    try {
      String xml = text(payload);
      T content = Documents.read(xml, type);
      listeners.requestIsOf(DocumentIds.orderOf(content));
      caller.demandOwnOrderId(transition, DocumentIds.orderOf(content));
      check(content);
      recent.keep(transition, content);
      queue.sendFor(
          caller.name(transition),
          new Document(
              transition.document(), DocumentIds.of(content), DocumentIds.orderOf(content), xml),
          transition);
      return receipt(DocumentIds.of(content));
    } catch (UnreadableDocumentException e) {
      LOG.log(Level.INFO, "Refused at {0}: {1}", transition, e.getMessage());
      return SoapFaults.payload(RefusalCode.UNREADABLE_DOCUMENT, e.getMessage());
    } catch (SendFailedException e) {
      LOG.log(Level.WARNING, "Not taken at {0}: {1}", transition, e.getMessage());
      return SoapFaults.payload(RefusalCode.UNAVAILABLE, e.getMessage());
    }
  }

  private static Source receipt(String documentId) {
    Receipt receipt = new Receipt();
    receipt.setDocumentId(documentId);
    return new StreamSource(new StringReader(Documents.write(receipt)));
  }

  private static String text(Source payload) {
    if (payload == null) {
      throw new UnreadableDocumentException("Expected a document in the SOAP body, found none");
    }
    try {
      StringWriter xml = new StringWriter();
      TRANSFORMERS.newTransformer().transform(payload, new StreamResult(xml));
      return xml.toString();
    } catch (TransformerException e) {
      throw new UnreadableDocumentException("Not well-formed XML: " + e.getMessage());
    }
  }
}
