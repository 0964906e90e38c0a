package org.petlab.workflow.messaging.inbox;

import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.InvocationContext;
import jakarta.jms.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.petlab.workflow.kernel.MessageProperties;
import org.petlab.workflow.kernel.PermanentFailureException;
import org.petlab.workflow.kernel.Step;
import org.petlab.workflow.kernel.StepListeners;
import org.petlab.workflow.messaging.transports.JmsSender;

/**
 * Stands around every listener: tells of the step that begins, and puts what can never be done,
 * such as what cannot be read, into the dead-letter queue within the same transaction. Anything
 * else goes out, so that the broker delivers again.
 */
public class StepInterceptor {
  private static final Logger LOG = System.getLogger(StepInterceptor.class.getName());

  @Inject private StepListeners listeners;
  @Inject private JmsSender sender;

  @AroundInvoke
  Object aroundStep(InvocationContext invocation) throws Exception {
    if (!(invocation.getParameters()[0] instanceof Message message)) {
      return invocation.proceed();
    }
    Class<?> listener = invocation.getMethod().getDeclaringClass();
    Step step = listener.getAnnotation(Activates.class).value();
    listeners.stepBegins(step, MessageProperties.read(message, step.application()));
    try {
      MessageProperties.requireReadable(message);
      return invocation.proceed();
    } catch (PermanentFailureException e) {
      LOG.log(Level.INFO, "Refused at {0}: {1}", step, e.getMessage());
      listeners.documentIsDeadLetter();
      MessageOrigin origin = MessageOrigin.of(listener);
      sender.moveToDeadLetterQueue(
          message, origin.destination(), origin.subscription(), e.getMessage());
      return null;
    }
  }
}
