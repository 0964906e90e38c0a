package org.petlab.workflow.transitions;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.petlab.workflow.Document;
import org.petlab.workflow.Transition;
import org.petlab.workflow.TransitionDelegate;

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
