package org.petlab.transactions;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.state.OutputObjectState;
import com.arjuna.ats.internal.arjuna.objectstore.jdbc.JDBCStore;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Narayana's table of decisions, in which one is written when the database has committed it.
 * Narayana's own says so when that commit has failed, too: the resources would be told to commit
 * what recovery, which finds no decision, rolls back.
 */
public final class JdbcStore extends JDBCStore {
  private static final Logger LOG = Logger.getLogger(JdbcStore.class.getName());
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(200);

  private final Duration timeout;

  /** Made by Narayana, by name. */
  public JdbcStore(ObjectStoreEnvironmentBean settings) throws ObjectStoreException {
    this(settings, TIMEOUT);
  }

  JdbcStore(ObjectStoreEnvironmentBean settings, Duration timeout) throws ObjectStoreException {
    super(settings);
    this.timeout = timeout;
  }

  @Override
  public boolean write_committed(Uid id, String type, OutputObjectState state)
      throws ObjectStoreException {
    JdbcStoreConnections.forgetFailedCommit();
    boolean isWritten = super.write_committed(id, type, state);
    return JdbcStoreConnections.hasFailedCommit() ? isThere(id, type) : isWritten;
  }

  /** A commit that failed may have been done: the database knows, when it answers again. */
  private boolean isThere(Uid id, String type) {
    long endNanos = System.nanoTime() + timeout.toNanos();
    while (true) {
      try {
        return read_committed(id, type) != null;
      } catch (ObjectStoreException e) {
        if (System.nanoTime() > endNanos) {
          LOG.log(
              Level.SEVERE,
              "Whether the decision of transaction "
                  + id
                  + " was written is not known: it is"
                  + " rolled back",
              e);
          return false;
        }
        LockSupport.parkNanos(POLL_INTERVAL.toNanos());
      }
    }
  }
}
