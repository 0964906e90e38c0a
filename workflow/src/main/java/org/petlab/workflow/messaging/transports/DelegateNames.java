package org.petlab.workflow.messaging.transports;

import java.util.Locale;
import org.petlab.workflow.kernel.TransitionDelegate;

/** The name of a delegate is its class in kebab case: {@code JmsTransacted} is jms-transacted. */
final class DelegateNames {
  private DelegateNames() {}

  static String of(Class<? extends TransitionDelegate> type) {
    return type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }
}
