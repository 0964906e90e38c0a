package org.petlab.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.service.extensions.ServiceUtils;
import org.junit.jupiter.api.Test;

class SameBrokerXAResourceTest {
  private static final Xid BRANCH = new XidImpl(new byte[] {1}, 1, new byte[] {1});

  private final List<String> calls = new ArrayList<>();

  @Test
  void aWrappedSessionIsKnownAsOneOfItsBrokerOnly() throws XAException {
    XAResource here = wrapped("here");
    XAResource alsoHere = wrapped("here");
    XAResource there = wrapped("there");

    assertThat(here.isSameRM(alsoHere)).isTrue();
    assertThat(here.isSameRM(there)).isFalse();
    assertThat(here.isSameRM(sessionOf("here"))).isTrue();
    assertThat(here.isSameRM(null)).isFalse();
  }

  @Test
  void theBrokerForgetsWhatASessionHasJoinedWhenItEnds() throws XAException {
    XAResource session = wrapped("here");
    session.start(BRANCH, XAResource.TMJOIN);
    session.end(BRANCH, XAResource.TMSUCCESS);

    assertThat(calls).containsExactly("start", "end", "commit of another branch");
  }

  @Test
  void theBrokerRemembersWhatASessionHasBegunItself() throws XAException {
    XAResource session = wrapped("here");
    session.start(BRANCH, XAResource.TMNOFLAGS);
    session.end(BRANCH, XAResource.TMSUCCESS);
    session.start(BRANCH, XAResource.TMJOIN);
    session.end(BRANCH, XAResource.TMSUCCESS);

    assertThat(calls).containsExactly("start", "end", "start", "end");
  }

  @Test
  void aSuspendedSessionHasNotEnded() throws XAException {
    XAResource session = wrapped("here");
    session.start(BRANCH, XAResource.TMJOIN);
    session.end(BRANCH, XAResource.TMSUSPEND);
    session.start(BRANCH, XAResource.TMRESUME);
    session.end(BRANCH, XAResource.TMSUCCESS);

    assertThat(calls).containsExactly("start", "end", "start", "end", "commit of another branch");
  }

  @Test
  void theManagerIsToldOfABrokerThatCannotBeReached() throws XAException {
    XAResource session =
        ServiceUtils.wrapXAResource(answering("gone", XAException.XAER_RMFAIL), Map.of());
    session.start(BRANCH, XAResource.TMJOIN);

    assertThatThrownBy(() -> session.end(BRANCH, XAResource.TMSUCCESS))
        .isInstanceOfSatisfying(
            XAException.class, e -> assertThat(e.errorCode).isEqualTo(XAException.XAER_RMFAIL));
  }

  private XAResource wrapped(String broker) {
    return ServiceUtils.wrapXAResource(sessionOf(broker), Map.of());
  }

  private XAResource sessionOf(String broker) {
    return answering(broker, XAException.XAER_NOTA);
  }

  /**
   * A session that knows sessions of its broker, as Artemis' does, and nothing that wraps one. It
   * answers a commit of an unknown branch with this code.
   */
  private XAResource answering(String broker, int unknownBranch) {
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
                  case "start", "end" -> {
                    calls.add(method.getName());
                    yield null;
                  }
                  case "commit" -> {
                    assertThat(arguments[0]).isNotEqualTo(BRANCH);
                    calls.add("commit of another branch");
                    throw new XAException(unknownBranch);
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
