package org.petlab.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.service.extensions.ServiceUtils;
import org.junit.jupiter.api.Test;

class SameBrokerXAResourceTest {

  @Test
  void aWrappedSessionIsKnownAsOneOfItsBrokerOnly() throws XAException {
    XAResource here = ServiceUtils.wrapXAResource(sessionOf("here"), Map.of());
    XAResource alsoHere = ServiceUtils.wrapXAResource(sessionOf("here"), Map.of());
    XAResource there = ServiceUtils.wrapXAResource(sessionOf("there"), Map.of());

    assertThat(here.isSameRM(alsoHere)).isTrue();
    assertThat(here.isSameRM(there)).isFalse();
    assertThat(here.isSameRM(sessionOf("here"))).isTrue();
    assertThat(here.isSameRM(null)).isFalse();
  }

  /** A session that knows sessions of its broker, as Artemis' does, and nothing that wraps one. */
  private static XAResource sessionOf(String broker) {
    return (XAResource)
        Proxy.newProxyInstance(
            SameBrokerXAResourceTest.class.getClassLoader(),
            new Class<?>[] {XAResource.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "isSameRM" ->
                      arguments[0] != null
                          && Proxy.isProxyClass(arguments[0].getClass())
                          && broker.equals(arguments[0].toString());
                  case "toString" -> broker;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
