package org.petlab.workflow.kernel;

/** Where a step sends a document: by the delegate that is chosen for the transition now. */
public interface Transitions {
  void send(Transition transition, Document document);
}
