package org.petlab.transactions;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.StateStatus;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.arjuna.state.OutputObjectState;
import com.arjuna.ats.internal.arjuna.objectstore.slot.SlotStoreAdaptor;
import java.io.IOException;

/**
 * Narayana's slots, which say of a transaction that was never logged that there is nothing, as the
 * other stores do. Narayana's own fail, and recovery then leaves orphans alone for ever.
 */
public final class SlotsStore extends SlotStoreAdaptor {
  /** Made by Narayana, by name. */
  public SlotsStore() throws IOException {}

  @Override
  public InputObjectState read_committed(Uid id, String type) throws ObjectStoreException {
    return currentState(id, type) == StateStatus.OS_COMMITTED
        ? super.read_committed(id, type)
        : null;
  }

  /**
   * While nothing is logged, Narayana's own store answers with no list at all in the place of an
   * empty one, which ends in a blank. Recovery takes that for an error, and a branch of this very
   * server that was never decided stays in doubt until something else is logged.
   */
  @Override
  public boolean allTypes(InputObjectState found) throws ObjectStoreException {
    boolean hasTypes = super.allTypes(found);
    if (hasTypes && !found.valid()) {
      found.setBuffer(emptyList());
    }
    return hasTypes;
  }

  private static byte[] emptyList() throws ObjectStoreException {
    OutputObjectState list = new OutputObjectState();
    try {
      list.packString("");
    } catch (IOException e) {
      throw new ObjectStoreException(e);
    }
    return list.buffer();
  }
}
