package org.petlab.transactions;

class JournalStoreTest extends LogStoreContract {
  @Override
  LogStore store() {
    return LogStore.JOURNAL;
  }
}
