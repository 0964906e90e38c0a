package org.petlab.transactions;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.ShadowNoFileLockStore;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqJournalEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.hornetq.HornetqObjectStoreAdaptor;
import com.arjuna.ats.internal.arjuna.objectstore.slot.DiskSlots;
import com.arjuna.ats.internal.arjuna.objectstore.slot.SlotStoreEnvironmentBean;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where Narayana writes its decision to commit before it tells the resources. Only that is forced.
 * The end of a transaction need not be: a decision that a crash brings back meets branches that
 * have committed, and recovery forgets it.
 */
enum LogStore {
  /** One file for each transaction, made at the decision and removed at the end. */
  FILE(ShadowNoFileLockStore.class),

  /** The broker's own journal: records appended to a few long files, written together. */
  JOURNAL(HornetqObjectStoreAdaptor.class) {
    @Override
    void configureOwn(TransactionSettings settings) {
      var journal = BeanPopulator.getDefaultInstance(HornetqJournalEnvironmentBean.class);
      journal.setStoreDir(settings.logDirectory().toString());
      journal.setSyncWrites(settings.forcedWrites());
      journal.setSyncDeletes(false);
      journal.setAsyncIO(false); // needs a native library of the operating system
    }
  },

  /** A fixed number of slots of a fixed size in files made beforehand. */
  SLOTS(SlotsStore.class) {
    @Override
    void configureOwn(TransactionSettings settings) {
      var slots = BeanPopulator.getDefaultInstance(SlotStoreEnvironmentBean.class);
      slots.setStoreDir(settings.logDirectory().toString());
      slots.setSyncWrites(settings.forcedWrites());
      slots.setSyncDeletes(false);
      slots.setNumberOfSlots(SLOT_COUNT);
      slots.setBytesPerSlot(SLOT_BYTES);
      slots.setBackingSlotsClassName(DiskSlots.class.getName());
    }
  },

  /** A table in a database of its own connection pool, which must not take part in transactions. */
  JDBC(JdbcStore.class) {
    @Override
    void configure(ObjectStoreEnvironmentBean bean, TransactionSettings settings) {
      super.configure(bean, settings);
      bean.setJdbcAccess(JdbcStoreConnections.class.getName() + ";datasourceName=" + DATA_SOURCE);
      // Nodes may share the database, but each recovers all records of its table.
      bean.setTablePrefix(settings.node().replaceAll("[^A-Za-z0-9]", "_") + "_");
      bean.setCreateTable(true);
    }

    @Override
    Optional<String> refuse(boolean forcedWrites) {
      return forcedWrites
          ? Optional.empty()
          : Optional.of("the database decides when it forces its writes. Leave the setting out.");
    }
  },

  /** Memory: what a transaction costs without a log. Nothing is recovered after a crash. */
  VOLATILE(MemoryStore.class) {
    @Override
    boolean forcesByDefault() {
      return false;
    }

    @Override
    Optional<String> refuse(boolean forcedWrites) {
      return forcedWrites
          ? Optional.of("memory cannot be forced. Leave the setting out, or choose another store.")
          : Optional.empty();
    }
  };

  /** JNDI name of the pool that the store {@code jdbc} uses. */
  static final String DATA_SOURCE = "jdbc/transaction-log";

  /** More than the server has threads that can commit at once; a full store fails commits. */
  private static final int SLOT_COUNT = 1024;

  private static final int SLOT_BYTES = 4096;

  private final Class<?> implementation;

  LogStore(Class<?> implementation) {
    this.implementation = implementation;
  }

  static LogStore named(String name) {
    return Arrays.stream(values())
        .filter(store -> store.settingName().equals(name))
        .findFirst()
        .orElseThrow(
            () -> TransactionSettings.impossible("petlab.log-store", name, "one of " + names()));
  }

  /** The kind of a store that runs. */
  static String nameOf(Class<?> implementation) {
    return Arrays.stream(values())
        .filter(store -> store.implementation == implementation)
        .map(LogStore::settingName)
        .findFirst()
        .orElse(implementation.getName());
  }

  private static String names() {
    return Arrays.stream(values()).map(LogStore::settingName).collect(Collectors.joining(", "));
  }

  String settingName() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean forcesByDefault() {
    return true;
  }

  /** Says why this store cannot do with these forced writes. */
  Optional<String> refuse(boolean forcedWrites) {
    return Optional.empty();
  }

  /** Makes this the store of the bean. */
  void configure(ObjectStoreEnvironmentBean bean, TransactionSettings settings) {
    bean.setObjectStoreType(implementation.getName());
    configureOwn(settings);
  }

  /** What only this kind of store has to be told. */
  void configureOwn(TransactionSettings settings) {}
}
