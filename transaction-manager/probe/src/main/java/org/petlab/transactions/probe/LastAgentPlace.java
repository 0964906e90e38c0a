package org.petlab.transactions.probe;

/** When the resource without XA comes to the transaction. */
public enum LastAgentPlace {
  BEFORE_THE_OTHERS,
  AFTER_THE_OTHERS
}
