package org.petlab.storefront.customers;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.petlab.storefront.profiles.Profile;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.transactions.AutoCommit;

/** The customers' accounts: who may sign on, and with which password. */
@ApplicationScoped
public class Accounts {
  // SQLSTATE class 23: a constraint is violated; here it can only be the primary key.
  private static final String TAKEN = "23";

  /** A new account; {@link #fill} gives it its values. */
  static final String INSERT =
      "insert into customer (name, password_hash, %s) values (?, ?%s)"
          .formatted(String.join(", ", Profiles.COLUMNS), ", ?".repeat(Profiles.COLUMNS.size()));

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  @Inject private BedSettings bed;

  protected Accounts() {}

  Accounts(DataSource database, BedSettings bed) {
    this.database = database;
    this.bed = bed;
  }

  /** Whether somebody may sign on; takes about as long for a name that nobody has. */
  public boolean verifyPassword(String name, String password) {
    Optional<PasswordHash> known = passwordOf(name);
    if (known.isEmpty()) {
      hashOf(password);
      return false;
    }
    return known.get().matches(password);
  }

  /** Opens an account; false when somebody has that name. */
  public boolean register(String name, String password, Profile profile) {
    // First, so that no connection is held while the hash waits for a processor.
    PasswordHash hash = hashOf(password);
    try (Connection connection = AutoCommit.open(database);
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      fill(insert, name, hash, profile);
      insert.executeUpdate();
      return true;
    } catch (SQLException e) {
      if (e.getSQLState() != null && e.getSQLState().startsWith(TAKEN)) {
        return false;
      }
      throw new IllegalStateException("Could not open an account: " + e.getMessage(), e);
    }
  }

  static void fill(PreparedStatement insert, String name, PasswordHash password, Profile profile)
      throws SQLException {
    insert.setString(1, name);
    insert.setString(2, password.written());
    Profiles.fill(insert, 3, profile);
  }

  /** A new password as it is kept. */
  PasswordHash hashOf(String password) {
    return PasswordHash.of(password, cost());
  }

  void changePassword(String name, PasswordHash password) {
    String sql = "update customer set password_hash = ?, changes = changes + 1 where name = ?";
    try (Connection connection = AutoCommit.open(database);
        PreparedStatement update = connection.prepareStatement(sql)) {
      update.setString(1, password.written());
      update.setString(2, name);
      update.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException("Could not change a password: " + e.getMessage(), e);
    }
  }

  /** What a password costs to try in this bed. */
  PasswordCost cost() {
    return PasswordCost.read(bed.text("password.cost"));
  }

  private Optional<PasswordHash> passwordOf(String name) {
    String sql = "select password_hash from customer where name = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, name);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(new PasswordHash(row.getString(1))) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read an account: " + e.getMessage(), e);
    }
  }
}
