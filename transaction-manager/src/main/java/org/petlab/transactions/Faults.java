package org.petlab.transactions;

import com.sun.enterprise.transaction.JavaEETransactionManagerSimplified;
import com.sun.enterprise.transaction.spi.JavaEETransactionManagerDelegate;
import java.util.ServiceLoader;

/**
 * The seam for crash points. The bundle that is installed as a rule contains no other
 * implementation than {@link #NONE}; the bundle with faults adds one, which is used only if {@code
 * petlab.faults=true}.
 */
public interface Faults {
  /** No faults: each resource is enlisted as it is. */
  Faults NONE =
      new Faults() {
        @Override
        public TransactionFaults begin() {
          return TransactionFaults.NONE;
        }

        @Override
        public JavaEETransactionManagerDelegate around(
            JavaEETransactionManagerDelegate payaras, JavaEETransactionManagerSimplified server) {
          return payaras;
        }
      };

  /** What may befall a transaction that begins now. */
  TransactionFaults begin();

  /** Payara's own transaction manager, with the same faults in it. */
  JavaEETransactionManagerDelegate around(
      JavaEETransactionManagerDelegate payaras, JavaEETransactionManagerSimplified server);

  /**
   * Finds the crash points of this bundle.
   *
   * @throws ImpossibleSettingException if faults are wanted and the bundle has none
   */
  static Faults load(boolean wanted) {
    return wanted ? find() : NONE;
  }

  private static Faults find() {
    return ServiceLoader.load(Faults.class, Faults.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new ImpossibleSettingException(
                    "petlab.faults is true, but this bundle contains no crash points."
                        + " Install the bundle with the classifier faults in its place."));
  }
}
