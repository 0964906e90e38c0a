package org.petlab.storefront.customers;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.profiles.Profile;

/**
 * The accounts that every trial begins with: customer1 to customer100, test data of the bed whose
 * passwords are their names, each with an address.
 */
@ApplicationScoped
public class SeededAccounts {
  private static final int COUNT = 100;
  private static final String PREFIX = "customer";
  // The data generator's accounts, which stay as its past orders do.
  private static final String GENERATED_PREFIX = "shopper";

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  @Inject private Accounts accounts;

  /** Whether a name is kept for the seed or the data generator, so that nobody may register it. */
  static boolean isKept(String name) {
    return name.startsWith(PREFIX) || name.startsWith(GENERATED_PREFIX);
  }

  /**
   * Forgets who has registered, and makes the seeded accounts as they were; the costly hashing is
   * done only for those that were changed.
   */
  @Transactional
  public void reset() {
    try (Connection connection = database.getConnection()) {
      forgetRegistered(connection);
      Set<String> untouched = untouched(connection);
      List<String> seed = names();
      restore(connection, seed.stream().filter(name -> !untouched.contains(name)).toList());
    } catch (SQLException e) {
      throw new IllegalStateException("Could not reset the accounts: " + e.getMessage(), e);
    }
  }

  private static List<String> names() {
    return IntStream.rangeClosed(1, COUNT).mapToObj(number -> PREFIX + number).toList();
  }

  private static Profile profileOf(String name) {
    String number = name.substring(PREFIX.length());
    DeliveryAddress address =
        new DeliveryAddress(
            "Customer",
            number,
            number + " Orchard Road",
            "Sheffield",
            "S10 2TN",
            "United Kingdom",
            "+44 114 496 0" + "0".repeat(3 - number.length()) + number,
            name + "@petlab.example");
    return new Profile(address.email(), address, "");
  }

  private static void forgetRegistered(Connection connection) throws SQLException {
    try (Statement delete = connection.createStatement()) {
      delete.executeUpdate(
          "delete from customer where name not like '%s%%' and name not like '%s%%'"
              .formatted(PREFIX, GENERATED_PREFIX));
    }
  }

  private Set<String> untouched(Connection connection) throws SQLException {
    String sql = "select name, password_hash from customer where changes = 0 and name like ?";
    Set<String> untouched = new HashSet<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, PREFIX + "%");
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          if (new PasswordHash(row.getString(2)).costs(accounts.cost())) {
            untouched.add(row.getString(1));
          }
        }
      }
    }
    return untouched;
  }

  private void restore(Connection connection, List<String> names) throws SQLException {
    try (PreparedStatement delete =
            connection.prepareStatement("delete from customer where name = ?");
        PreparedStatement insert = connection.prepareStatement(Accounts.INSERT)) {
      PasswordCost cost = accounts.cost();
      List<PasswordHash> hashes =
          names.parallelStream().map(name -> PasswordHash.of(name, cost)).toList();
      for (int i = 0; i < names.size(); i++) {
        delete.setString(1, names.get(i));
        delete.addBatch();
        Accounts.fill(insert, names.get(i), hashes.get(i), profileOf(names.get(i)));
        insert.addBatch();
      }
      delete.executeBatch();
      insert.executeBatch();
    }
  }
}
