package org.petlab.transactions;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;
import javax.transaction.xa.XAResource;

/**
 * Gives each branch in the log a name for its resource, without which Narayana would keep for ever
 * what it can no longer find. Payara does not say which pool a resource is of, so all have one
 * name; {@link ExpectedResources} says when that name has been asked.
 */
final class ResourceNames implements XAResourceRecordWrappingPlugin {
  static final String ALL = "pools";
  private static final int NUMBER_OF_ALL = 0;

  @Override
  public void transcribeWrapperData(XAResourceRecord branch) {
    branch.setJndiName(ALL);
  }

  @Override
  public Integer getEISName(XAResource resource) {
    return NUMBER_OF_ALL;
  }

  @Override
  public String getEISName(Integer number) {
    return ALL;
  }
}
