package org.petlab.workflow.messaging.transports;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.transform.stream.StreamSource;
import org.petlab.documents.RefusalCode;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.Transition;

/** The SOAP inboxes of this application, as a sender finds them. */
@ApplicationScoped
public class SoapServices {
  private static final String EMPTY_DOCUMENT = "<%s xmlns='urn:petlab:documents:1'/>";

  private final Set<Transition> answering = ConcurrentHashMap.newKeySet();

  @Inject private BedSettings bed;

  /**
   * Each inbox has to refuse an empty document, once since the application began: the first fault
   * of a server takes a third of a second, those after it some milliseconds, and a client shall not
   * wait for the first.
   *
   * @throws jakarta.xml.ws.WebServiceException when one answers otherwise, or does not answer
   */
  public void check() {
    Arrays.stream(Transition.values())
        .filter(Transition::isSwitchable)
        .filter(transition -> transition.receiver() == Application.current())
        .filter(transition -> !answering.contains(transition))
        .forEach(this::requireRefusal);
  }

  private void requireRefusal(Transition transition) {
    String empty = EMPTY_DOCUMENT.formatted(transition.document().element());
    try {
      SoapPort.open(transition, bed).invoke(new StreamSource(new StringReader(empty)));
    } catch (SOAPFaultException e) {
      if (e.getFault().getTextContent().contains(RefusalCode.UNREADABLE_DOCUMENT.value())) {
        answering.add(transition);
        return;
      }
      throw e;
    }
    throw new IllegalStateException("The inbox of " + transition + " took an empty document");
  }
}
