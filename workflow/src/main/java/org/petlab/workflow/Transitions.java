package org.petlab.workflow;

/** Where a step hands a document on: by the delegate that is chosen for the transition now. */
public interface Transitions {
  void handOn(Transition transition, Document document);
}
