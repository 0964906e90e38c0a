package org.petlab.opc.administration.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.petlab.opc.administration.broker.QueueCounts.QueueCount;

/** The broker's answer, as Artemis 2.56 words it: numbers are texts. */
class QueueCountsTest {
  private static final String REPLY =
      """
      ["{\\"data\\":[{\\"id\\":\\"39\\",\\"name\\":\\"MailQueue\\",\\"messageCount\\":\\"12000\\",\\"deliveringCount\\":\\"8\\"},\
      {\\"id\\":\\"43\\",\\"name\\":\\"MailQueue.dead\\",\\"messageCount\\":\\"2\\",\\"deliveringCount\\":\\"0\\"}],\\"count\\":2}"]""";

  @Test
  void whatIsBeingWorkedOnDoesNotWait() {
    assertThat(QueueCounts.read(REPLY))
        .containsEntry("MailQueue", new QueueCount(12_000, 8))
        .containsEntry("MailQueue.dead", new QueueCount(2, 0));
    assertThat(new QueueCount(12_000, 8).waiting()).isEqualTo(11_992);
    // They are not counted at the same moment.
    assertThat(new QueueCount(0, 1).waiting()).isZero();
  }
}
