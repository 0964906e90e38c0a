package org.petlab.workflow.messaging.transports;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.WebServiceException;
import java.io.StringReader;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.SendFailedException;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.TransitionDelegate;

/**
 * The document is posted to the receiving application's SOAP inbox, which validates it and puts it
 * into the same queue. The step's transaction does not travel with it.
 */
@ApplicationScoped
class Soap implements TransitionDelegate {
  // A Dispatch serves one call at a time and is costly to make.
  private final Map<Transition, Queue<Dispatch<Source>>> idle = new ConcurrentHashMap<>();

  @Inject private BedSettings bed;

  @Override
  public void send(Document document, Transition transition) {
    Queue<Dispatch<Source>> free =
        idle.computeIfAbsent(transition, key -> new ConcurrentLinkedQueue<>());
    Dispatch<Source> port = free.poll();
    if (port == null) {
      port = SoapPort.open(transition, bed);
    }
    try {
      port.invoke(new StreamSource(new StringReader(document.xml())));
      free.add(port);
    } catch (WebServiceException e) {
      throw new SendFailedException(document, transition, e.getMessage(), e);
    }
  }
}
