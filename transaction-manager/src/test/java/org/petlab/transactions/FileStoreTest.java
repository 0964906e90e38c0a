package org.petlab.transactions;

class FileStoreTest extends LogStoreContract {
  @Override
  LogStore store() {
    return LogStore.FILE;
  }
}
