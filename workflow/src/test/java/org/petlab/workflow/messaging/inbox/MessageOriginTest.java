package org.petlab.workflow.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import org.junit.jupiter.api.Test;

class MessageOriginTest {
  @MessageDriven(
      activationConfig = {
        @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "8"),
        @ActivationConfigProperty(propertyName = "destination", propertyValue = "MailQueue")
      })
  private static final class OfQueue {}

  @MessageDriven(
      activationConfig = {
        @ActivationConfigProperty(propertyName = "subscriptionName", propertyValue = "invoicing"),
        @ActivationConfigProperty(propertyName = "destination", propertyValue = "InvoiceTopic")
      })
  private static final class OfTopic {}

  @MessageDriven
  private static final class OfNothing {}

  @Test
  void aQueueHasNoSubscription() {
    assertThat(MessageOrigin.of(OfQueue.class)).isEqualTo(new MessageOrigin("MailQueue", ""));
  }

  @Test
  void aTopicIsReadByASubscription() {
    assertThat(MessageOrigin.of(OfTopic.class))
        .isEqualTo(new MessageOrigin("InvoiceTopic", "invoicing"));
  }

  @Test
  void aListenerOfNothingIsNamed() {
    assertThatThrownBy(() -> MessageOrigin.of(OfNothing.class)).hasMessageContaining("OfNothing");
  }
}
