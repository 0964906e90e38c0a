package org.petlab.floors;

import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import javax.xml.transform.Source;

/** Answers what it was sent, as the endpoints of the applications take it: the body's payload. */
@WebServiceProvider(
    targetNamespace = SoapEcho.NAMESPACE,
    serviceName = "EchoService",
    portName = "EchoPort")
@ServiceMode(Service.Mode.PAYLOAD)
public class SoapEcho implements Provider<Source> {
  static final String NAMESPACE = "urn:petlab:floors:1";

  @Override
  public Source invoke(Source payload) {
    return payload;
  }
}
