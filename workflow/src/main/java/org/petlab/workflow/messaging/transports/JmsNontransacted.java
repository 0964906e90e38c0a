package org.petlab.workflow.messaging.transports;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.TransitionDelegate;

/**
 * The message is stored and visible when the call returns, whatever becomes of the step. The step's
 * transaction is suspended during the call: within it, the resource adapter would open a session
 * that nobody commits, and the message would be lost without an error.
 */
@ApplicationScoped
public class JmsNontransacted implements TransitionDelegate {
  @Inject private JmsSender sender;

  @Override
  @Transactional(TxType.NOT_SUPPORTED)
  public void send(Document document, Transition transition) {
    sender.send(document, transition);
  }

  /** The same for somebody who sent the document to this application, and is known to it. */
  @Transactional(TxType.NOT_SUPPORTED)
  public void sendFor(String client, Document document, Transition transition) {
    sender.sendFor(client, document, transition);
  }
}
