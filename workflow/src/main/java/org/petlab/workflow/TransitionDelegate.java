package org.petlab.workflow;

/**
 * Hands a document on to the step that comes next. One implementation per means of transport; its
 * name is the class's in kebab case.
 */
public interface TransitionDelegate {

  /**
   * @throws HandOverException when the document could not be handed on; the step must roll back
   */
  void handOn(Document document, Transition transition);

  /** Whether what it has handed on is taken back when the step rolls back. */
  default boolean rollsBackWithStep() {
    return false;
  }
}
