package org.petlab.transactions;

import jakarta.transaction.Transaction;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The distributed transactions that have begun and not ended, by Narayana's own objects for them.
 */
final class ActiveTransactions {
  private final Map<Transaction, NarayanaTransaction> byOriginal = new ConcurrentHashMap<>();

  void add(NarayanaTransaction transaction) {
    byOriginal.put(transaction.original(), transaction);
  }

  /** Finds a transaction; it is gone as soon as it has ended, by time too. */
  Optional<NarayanaTransaction> find(Transaction original) {
    return Optional.ofNullable(byOriginal.get(original));
  }

  void remove(NarayanaTransaction transaction) {
    byOriginal.remove(transaction.original());
  }

  int count() {
    return byOriginal.size();
  }
}
