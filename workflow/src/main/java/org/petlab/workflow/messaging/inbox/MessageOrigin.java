package org.petlab.workflow.messaging.inbox;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where a listener's messages come from, as its activation has it.
 *
 * @param destination the queue or topic
 * @param subscription the subscription to a topic; empty for a queue
 */
record MessageOrigin(String destination, String subscription) {
  static MessageOrigin of(Class<?> listener) {
    String destination =
        activation(listener, "destination")
            .orElseThrow(
                () -> new IllegalStateException("Expected a destination of " + listener.getName()));
    return new MessageOrigin(destination, activation(listener, "subscriptionName").orElse(""));
  }

  private static Optional<String> activation(Class<?> listener, String property) {
    return Arrays.stream(listener.getAnnotation(MessageDriven.class).activationConfig())
        .filter(configured -> configured.propertyName().equals(property))
        .map(ActivationConfigProperty::propertyValue)
        .findFirst();
  }
}
