package org.petlab.workflow.messaging.inbox;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.petlab.workflow.kernel.Step;

/** The step that a listener's messages activate. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Activates {
  Step value();
}
