package org.petlab.brokeragent;

import java.util.Map;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerPlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

/**
 * Bounds the messages of one user of the broker, who is no part of the bed: a consumer brings a
 * message into its memory whole, at each try, before anybody looks at it. The other users send
 * documents, which are bounded, and put aside what this one sent.
 */
public final class MessageSizeLimit implements ActiveMQServerPlugin {
  private String user;
  private long maxBytes;

  /**
   * @param properties {@code user} and {@code max-bytes}
   */
  @Override
  public void init(Map<String, String> properties) {
    user = properties.get("user");
    maxBytes = Long.parseLong(properties.get("max-bytes"));
  }

  /** A streamed message is in a file by now, which the broker deletes when this throws. */
  @Override
  public void beforeSend(
      ServerSession session,
      Transaction transaction,
      Message message,
      boolean direct,
      boolean noAutoCreateQueue)
      throws ActiveMQException {
    if (!user.equals(session.getValidatedUser())) {
      return;
    }
    // Nobody knows how large it will be.
    if (message.containsProperty(Message.HDR_LARGE_COMPRESSED)) {
      throw refusal(transaction, "A compressed message is not taken here");
    }
    long bytes = message.getPersistentSize();
    if (bytes > maxBytes) {
      String reason = "A message has at most %d bytes here, and this one has %d";
      throw refusal(transaction, reason.formatted(maxBytes, bytes));
    }
  }

  /** A send within a transaction is not answered: its commit tells the sender. */
  private static ActiveMQException refusal(Transaction transaction, String reason) {
    ActiveMQException refusal = new ActiveMQException(reason);
    if (transaction != null) {
      transaction.markAsRollbackOnly(refusal);
    }
    return refusal;
  }
}
