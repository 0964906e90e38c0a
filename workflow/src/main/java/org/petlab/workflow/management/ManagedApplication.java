package org.petlab.workflow.management;

import java.util.Map;
import javax.sql.DataSource;

/** What the lab may ask of an application; each has one. */
public interface ManagedApplication {

  /** Forgets all orders and restores the seed. */
  void reset();

  /** Where its orders are, and the branches of its transactions. */
  DataSource database();

  /** Fails when the database does not answer; asks it within a transaction. */
  void checkDatabase();

  /** How many orders there are, by what became of them here. */
  Map<String, Long> counts();

  /** All orders, for the audit. */
  Table orders();
}
