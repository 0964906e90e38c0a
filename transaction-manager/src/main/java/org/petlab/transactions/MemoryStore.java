package org.petlab.transactions;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.state.InputObjectState;
import com.arjuna.ats.arjuna.state.OutputObjectState;
import com.arjuna.ats.internal.arjuna.common.UidHelper;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Narayana's store in memory, which can also list what it holds. Narayana's own either cannot, and
 * recovery then takes a decided transaction for an orphan, or it never forgets the names of what
 * was removed.
 */
public final class MemoryStore extends VolatileStore {
  private final Map<Uid, String> types = new ConcurrentHashMap<>();

  /** Made by Narayana, by name. */
  public MemoryStore(ObjectStoreEnvironmentBean bean) throws ObjectStoreException {
    super(bean);
  }

  @Override
  public boolean write_committed(Uid id, String type, OutputObjectState state)
      throws ObjectStoreException {
    types.put(id, type);
    return super.write_committed(id, type, state);
  }

  @Override
  public boolean remove_committed(Uid id, String type) throws ObjectStoreException {
    types.remove(id);
    return super.remove_committed(id, type);
  }

  @Override
  public boolean allObjUids(String type, InputObjectState ids, int match)
      throws ObjectStoreException {
    var packed = new OutputObjectState();
    try {
      for (Map.Entry<Uid, String> entry : types.entrySet()) {
        if (sameType(entry.getValue(), type)) {
          UidHelper.packInto(entry.getKey(), packed);
        }
      }
      UidHelper.packInto(Uid.nullUid(), packed);
    } catch (IOException e) {
      throw new ObjectStoreException(e);
    }
    ids.setBuffer(packed.buffer());
    return true;
  }

  @Override
  public boolean allTypes(InputObjectState found) throws ObjectStoreException {
    var packed = new OutputObjectState();
    try {
      for (String type : Set.copyOf(types.values())) {
        packed.packString(withoutSlash(type));
      }
      packed.packString("");
    } catch (IOException e) {
      throw new ObjectStoreException(e);
    }
    found.setBuffer(packed.buffer());
    return true;
  }

  /** Narayana writes a type with and without the slash at its front. */
  private static boolean sameType(String one, String other) {
    return withoutSlash(one).equals(withoutSlash(other));
  }

  private static String withoutSlash(String type) {
    return type.startsWith("/") ? type.substring(1) : type;
  }
}
