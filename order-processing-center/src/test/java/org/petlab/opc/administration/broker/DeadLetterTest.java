package org.petlab.opc.administration.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.petlab.pages.HttpProblem;

class DeadLetterTest {

  @Test
  void aLetterIsFoundByWhatTheBrokerOrTheSenderCallsIt() {
    assertThat(DeadLetter.selector("given-up-4711")).isEqualTo("_AMQ_ORIG_MESSAGE_ID = 4711");
    assertThat(DeadLetter.selector("put-aside-0f1e-22")).isEqualTo("JMSMessageID = 'ID:0f1e-22'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4711", "null", "put-aside-x' or '1'='1", "given-up-1 or 1=1"})
  void nothingElseGetsIntoASelector(String id) {
    assertThatThrownBy(() -> DeadLetter.selector(id)).isInstanceOf(HttpProblem.class);
  }

  @Test
  void everyQueueOfTheWorkflowTableIsKnownWithItsDeadLetterQueue() {
    assertThat(BrokerQueue.all())
        .extracting(BrokerQueue::name)
        .containsExactly(
            "PurchaseOrderQueue",
            "OrderApprovalQueue",
            "SupplierOrderQueue",
            "invoicing",
            "notifying-shipment",
            "MailQueue");
    assertThat(BrokerQueue.named("MailQueue").deadJmsName()).isEqualTo("MailQueue.dead");
    BrokerQueue subscription = BrokerQueue.named("invoicing");
    assertThat(subscription.jmsName()).isEqualTo("InvoiceTopic::invoicing");
    assertThat(subscription.deadJmsName()).isEqualTo("InvoiceTopic.dead::invoicing.dead");
  }
}
