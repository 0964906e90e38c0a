package org.petlab.workflow.messaging.transports;

import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.Transition;

/** A port to the SOAP inbox at the far end of a transition, as its WSDL describes it. */
final class SoapPort {
  private static final String SERVICES = "urn:petlab:services:1";

  private SoapPort() {}

  static Dispatch<Source> open(Transition transition, BedSettings bed) {
    Service service = Service.create(new QName(SERVICES, transition.id()));
    QName port = new QName(SERVICES, transition.id() + "-port");
    service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, address(transition, bed));
    Dispatch<Source> dispatch = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
    Application sender = transition.sender();
    Map<String, Object> request = dispatch.getRequestContext();
    request.put(BindingProvider.USERNAME_PROPERTY, sender.id());
    request.put(BindingProvider.PASSWORD_PROPERTY, bed.secret(sender));
    request.put("com.sun.xml.ws.connect.timeout", bed.number("soap.connect-timeout-ms", 2_000));
    request.put("com.sun.xml.ws.request.timeout", bed.number("soap.read-timeout-ms", 10_000));
    return dispatch;
  }

  private static String address(Transition transition, BedSettings bed) {
    return bed.endpoint(transition.receiver()) + "/services/" + transition.id();
  }
}
