package org.petlab.adapter;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapperImpl;

/**
 * A session of the broker that knows another one of the same broker, so that both take part in a
 * transaction by one branch.
 *
 * <p>Artemis asks a session whether it is of the same broker as the <em>wrapper</em> of another
 * one, which no session recognises: a step that takes a document and sends one had two branches,
 * each prepared, committed and forced to disk by itself.
 *
 * <p>A broker remembers of each session the branch that it has ended last, until that session
 * commits it or rolls it back, and rolls it back when the client dies. A session that has joined
 * does neither: Artemis 2.56 would roll back what another session has committed since, fail, and
 * deliver nothing more of what the client held before it is restarted. So it is made to forget.
 */
final class SameBrokerXAResource extends ActiveMQXAResourceWrapperImpl {
  /** Nothing was ever begun under this name. */
  private static final Xid NONE = new XidImpl(bytes("nothing"), 0x5045544C, bytes("petlab"));

  private Xid own;
  private boolean hasJoined;

  SameBrokerXAResource(XAResource session, Map<String, Object> properties) {
    super(session, properties);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return super.isSameRM(other instanceof SameBrokerXAResource that ? that.getResource() : other);
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    super.start(xid, flags);
    if (flags == TMNOFLAGS) {
      own = xid;
    }
    hasJoined = !xid.equals(own);
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    super.end(xid, flags);
    if (hasJoined && flags != TMSUSPEND) {
      hasJoined = false;
      forgetEnded();
    }
  }

  /** The broker forgets what a session has ended before it looks for what that is to commit. */
  private void forgetEnded() throws XAException {
    try {
      commit(NONE, true);
    } catch (XAException e) {
      if (e.errorCode != XAException.XAER_NOTA) {
        throw e;
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
