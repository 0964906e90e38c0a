package org.petlab.transactions;

class VolatileStoreTest extends LogStoreContract {
  @Override
  LogStore store() {
    return LogStore.VOLATILE;
  }

  @Override
  boolean forced() {
    return false;
  }
}
