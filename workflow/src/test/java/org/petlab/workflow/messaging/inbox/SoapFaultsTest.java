package org.petlab.workflow.messaging.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.petlab.documents.RefusalCode;

class SoapFaultsTest {

  @Test
  void aRefusalIsAFaultWithCodeAndReason() {
    assertThat(SoapFaults.message(RefusalCode.TOO_LARGE, "a < b"))
        .isEqualTo(
            "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                + "<s:Fault xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\">"
                + "<faultcode>s:Client</faultcode><faultstring>a &lt; b</faultstring><detail>"
                + "<Refusal xmlns=\"urn:petlab:documents:1\"><code>TOO_LARGE</code>"
                + "<reason>a &lt; b</reason></Refusal></detail></s:Fault></s:Body></s:Envelope>");
  }
}
