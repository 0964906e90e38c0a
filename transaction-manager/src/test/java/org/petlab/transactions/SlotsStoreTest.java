package org.petlab.transactions;

class SlotsStoreTest extends LogStoreContract {
  @Override
  LogStore store() {
    return LogStore.SLOTS;
  }
}
