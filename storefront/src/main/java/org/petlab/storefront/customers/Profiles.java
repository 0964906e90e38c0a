package org.petlab.storefront.customers;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.profiles.Profile;
import org.petlab.storefront.profiles.StoredProfile;
import org.petlab.storefront.visit.Visit;
import org.petlab.workflow.kernel.transactions.AutoCommit;

/**
 * The customers' profiles. A visit keeps its customer's, so that it is read once a sign-on, and may
 * not know what another visit of the same customer has made of it.
 */
@ApplicationScoped
public class Profiles {
  static final List<String> COLUMNS =
      List.of(
          "email",
          "given_name",
          "family_name",
          "street",
          "city",
          "postal_code",
          "country",
          "telephone",
          "favourite_category");
  private static final List<String> ADDRESS = COLUMNS.subList(0, COLUMNS.size() - 1);

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  public Profiles() {}

  Profiles(DataSource database) {
    this.database = database;
  }

  /** The profile of the visit's customer, who must be signed on. */
  public Profile of(Visit visit) {
    return known(visit).profile();
  }

  /** The same, as it is now. */
  Profile current(Visit visit) {
    forget(visit);
    return of(visit);
  }

  /** What the visit knows is out of date. */
  void forget(Visit visit) {
    visit.remember(null);
  }

  private StoredProfile known(Visit visit) {
    StoredProfile known = visit.getProfile();
    if (known == null) {
      known = find(visit.getCustomer());
      visit.remember(known);
    }
    return known;
  }

  /** How often what the visit knows had been changed; a form carries it to {@link #change}. */
  int changes(Visit visit) {
    return known(visit).changes();
  }

  /**
   * Keeps a new profile for the visit's customer, who must be signed on.
   *
   * @param seen how often the profile had been changed that the form showed
   * @throws HttpProblem when the account was changed since then
   */
  public void change(Visit visit, Profile profile, int seen) {
    String unchanged = "name = ? and changes = ?";
    if (!update(COLUMNS, profile, unchanged, visit.getCustomer(), seen)) {
      forget(visit);
      throw HttpProblem.conflict(
          "Your details were changed in another visit meanwhile."
              + " Please open your account again and look at them.");
    }
    visit.remember(new StoredProfile(profile, seen + 1));
  }

  /** Keeps where the visit's customer, who must be signed on, is reached; nothing else changes. */
  public void move(Visit visit, DeliveryAddress to) {
    update(ADDRESS, new Profile(to.email(), to, ""), "name = ?", visit.getCustomer());
    forget(visit);
  }

  private boolean update(List<String> columns, Profile profile, String where, Object... key) {
    String sql =
        "update customer set changes = changes + 1, %s = ? where %s"
            .formatted(String.join(" = ?, ", columns), where);
    try (Connection connection = AutoCommit.open(database);
        PreparedStatement update = connection.prepareStatement(sql)) {
      fill(update, 1, valuesOf(profile).subList(0, columns.size()));
      for (int index = 0; index < key.length; index++) {
        update.setObject(columns.size() + 1 + index, key[index]);
      }
      return update.executeUpdate() > 0;
    } catch (SQLException e) {
      throw new IllegalStateException("Could not change a profile: " + e.getMessage(), e);
    }
  }

  private StoredProfile find(String customer) {
    String sql = "select " + String.join(", ", COLUMNS) + ", changes from customer where name = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, customer);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? new StoredProfile(profile(row), row.getInt("changes"))
            : new StoredProfile(Profile.EMPTY, 0);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read a profile: " + e.getMessage(), e);
    }
  }

  private static Profile profile(ResultSet row) throws SQLException {
    String email = text(row, "email");
    DeliveryAddress address =
        new DeliveryAddress(
            text(row, "given_name"),
            text(row, "family_name"),
            text(row, "street"),
            text(row, "city"),
            text(row, "postal_code"),
            text(row, "country"),
            text(row, "telephone"),
            email);
    return new Profile(
        email, address.street().isEmpty() ? null : address, text(row, "favourite_category"));
  }

  // To Oracle an empty text is none.
  private static String text(ResultSet row, String column) throws SQLException {
    String text = row.getString(column);
    return text == null ? "" : text;
  }

  /** Sets the profile's columns, in the order of {@link #COLUMNS}, from that parameter on. */
  static void fill(PreparedStatement statement, int from, Profile profile) throws SQLException {
    fill(statement, from, valuesOf(profile));
  }

  private static List<String> valuesOf(Profile profile) {
    DeliveryAddress to = profile.address();
    return List.of(
        profile.email(),
        to == null ? "" : to.givenName(),
        to == null ? "" : to.familyName(),
        to == null ? "" : to.street(),
        to == null ? "" : to.city(),
        to == null ? "" : to.postalCode(),
        to == null ? "" : to.country(),
        to == null ? "" : to.telephone(),
        profile.favouriteCategory());
  }

  private static void fill(PreparedStatement statement, int from, List<String> values)
      throws SQLException {
    for (int index = 0; index < values.size(); index++) {
      String value = values.get(index);
      statement.setString(from + index, value.isEmpty() ? null : value);
    }
  }
}
