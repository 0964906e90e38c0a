package org.petlab.adapter;

import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapperImpl;

/**
 * A session of the broker that knows another one of the same broker, so that both take part in a
 * transaction by one branch.
 *
 * <p>Artemis asks a session whether it is of the same broker as the <em>wrapper</em> of another
 * one, which no session recognises: a step that takes a document and sends one had two branches,
 * each prepared, committed and forced to disk by itself.
 */
final class SameBrokerXAResource extends ActiveMQXAResourceWrapperImpl {

  SameBrokerXAResource(XAResource session, Map<String, Object> properties) {
    super(session, properties);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return super.isSameRM(other instanceof SameBrokerXAResource that ? that.getResource() : other);
  }
}
