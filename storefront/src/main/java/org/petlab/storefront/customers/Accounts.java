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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.petlab.workflow.BedSettings;

/**
 * The customers' accounts. The seed's are test data of the bed: their passwords are their names.
 */
@ApplicationScoped
public class Accounts {
  private static final int SEEDED = 100;
  private static final String NOT_GENERATED = " where name not like 'shopper%'";

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  @Inject private BedSettings bed;

  /** Whether somebody may sign on; takes about as long for a name that nobody has. */
  public boolean admits(String name, String password) {
    Optional<Account> account = find(name);
    if (account.isEmpty()) {
      PasswordHash.of(password, cost());
      return false;
    }
    return account.get().password().matches(password);
  }

  /** Restores customer1 to customer100; does the costly hashing only where something differs. */
  @Transactional
  public void reset() {
    if (!isSeeded(all())) {
      replaceAll(seed());
    }
  }

  private boolean isSeeded(List<Account> accounts) {
    Set<String> names = accounts.stream().map(Account::name).collect(Collectors.toSet());
    return names.equals(seededNames().collect(Collectors.toSet()))
        && accounts.stream().allMatch(account -> account.password().costs(cost()));
  }

  private List<Account> seed() {
    return seededNames()
        .parallel()
        .map(name -> new Account(name, PasswordHash.of(name, cost())))
        .toList();
  }

  private static Stream<String> seededNames() {
    return IntStream.rangeClosed(1, SEEDED).mapToObj(number -> "customer" + number);
  }

  /** What a password costs to try in this bed. */
  private PasswordCost cost() {
    return PasswordCost.read(bed.text("password.cost"));
  }

  private Optional<Account> find(String name) {
    String sql = "select name, password_hash from customer where name = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, name);
      return accounts(select).stream().findFirst();
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read an account: " + e.getMessage(), e);
    }
  }

  private List<Account> all() {
    try (Connection connection = database.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "select name, password_hash from customer" + NOT_GENERATED)) {
      return accounts(select);
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read the accounts: " + e.getMessage(), e);
    }
  }

  private void replaceAll(List<Account> accounts) {
    try (Connection connection = database.getConnection();
        Statement delete = connection.createStatement();
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into customer (name, password_hash) values (?, ?)")) {
      delete.executeUpdate("delete from customer" + NOT_GENERATED);
      for (Account account : accounts) {
        insert.setString(1, account.name());
        insert.setString(2, account.password().written());
        insert.addBatch();
      }
      insert.executeBatch();
    } catch (SQLException e) {
      throw new IllegalStateException("Could not write the accounts: " + e.getMessage(), e);
    }
  }

  private static List<Account> accounts(PreparedStatement select) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      List<Account> accounts = new ArrayList<>();
      while (row.next()) {
        accounts.add(new Account(row.getString(1), new PasswordHash(row.getString(2))));
      }
      return accounts;
    }
  }
}
