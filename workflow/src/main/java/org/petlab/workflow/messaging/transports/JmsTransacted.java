package org.petlab.workflow.messaging.transports;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.TransitionDelegate;

/** The message joins the step's transaction: it becomes visible when the step commits. */
@ApplicationScoped
class JmsTransacted implements TransitionDelegate {
  @Inject private JmsSender sender;

  @Override
  public void send(Document document, Transition transition) {
    sender.send(document, transition);
  }

  @Override
  public boolean rollsBackWithStep() {
    return true;
  }
}
