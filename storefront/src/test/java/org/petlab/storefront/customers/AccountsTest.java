package org.petlab.storefront.customers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.petlab.storefront.profiles.Profile;
import org.petlab.workflow.kernel.BedSettings;

class AccountsTest {
  private final AtomicInteger connections = new AtomicInteger();
  private final DataSource database =
      (DataSource)
          Proxy.newProxyInstance(
              DataSource.class.getClassLoader(),
              new Class<?>[] {DataSource.class},
              (proxy, method, arguments) -> {
                connections.incrementAndGet();
                throw new SQLException("on purpose");
              });

  @Test
  void aNewPasswordIsHashedBeforeAConnectionIsTaken() {
    Accounts accounts = new Accounts(database, bed("no cost"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> accounts.register("ada", "password", Profile.EMPTY));
    assertThat(connections).as("it did not come to a hash").hasValue(0);
  }

  @Test
  void aDatabaseThatIsAwayIsSaidToBe() {
    Accounts accounts = new Accounts(database, bed("m=64,t=1,p=1"));
    assertThatIllegalStateException()
        .isThrownBy(() -> accounts.register("ada", "password", Profile.EMPTY))
        .withMessage("Could not open an account: on purpose");
    assertThat(connections).hasValue(1);
  }

  private static BedSettings bed(String cost) {
    Properties bed = new Properties();
    bed.put("password.cost", cost);
    return new BedSettings(bed);
  }
}
