package org.petlab.workflow.kernel;

/**
 * Sends a document to the step that comes next. One implementation per means of transport; its name
 * is the class's in kebab case.
 */
public interface TransitionDelegate {

  /**
   * @throws SendFailedException when the document could not be sent; the step must roll back
   */
  void send(Document document, Transition transition);

  /** Whether what it has sent is taken back when the step rolls back. */
  default boolean rollsBackWithStep() {
    return false;
  }
}
