package org.petlab.workflow.inbox;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.petlab.workflow.Step;

/** The step that a listener's messages activate, and the queue from which they come. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Activates {
  Step step();

  String queue();
}
