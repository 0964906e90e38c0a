package org.petlab.adapter;

import java.util.Map;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapper;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapperFactory;

/** Wraps every session that takes part in transactions; Artemis finds it by its service loader. */
public final class SameBrokerXAResourceFactory implements ActiveMQXAResourceWrapperFactory {

  @Override
  public ActiveMQXAResourceWrapper wrap(XAResource session, Map<String, Object> properties) {
    return new SameBrokerXAResource(session, properties);
  }
}
