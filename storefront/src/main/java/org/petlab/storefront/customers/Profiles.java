package org.petlab.storefront.customers;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.profiles.Profile;
import org.petlab.storefront.visit.Visit;

/** The customers' profiles. A visit keeps its customer's, so that it is read once a sign-on. */
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

  @Resource(lookup = "jdbc/storefront")
  private DataSource database;

  /** The profile of the visit's customer, who must be signed on. */
  public Profile of(Visit visit) {
    Profile known = visit.getProfile();
    if (known == null) {
      known = find(visit.getCustomer());
      visit.remember(known);
    }
    return known;
  }

  /** Keeps a new profile for the visit's customer, who must be signed on. */
  public void change(Visit visit, Profile profile) {
    String sql =
        "update customer set changes = changes + 1, "
            + String.join(" = ?, ", COLUMNS)
            + " = ? where name = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      fill(update, 1, profile);
      update.setString(COLUMNS.size() + 1, visit.getCustomer());
      update.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException("Could not change a profile: " + e.getMessage(), e);
    }
    visit.remember(profile);
  }

  private Profile find(String customer) {
    String sql = "select " + String.join(", ", COLUMNS) + " from customer where name = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, customer);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? profile(row) : Profile.EMPTY;
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
    DeliveryAddress to = profile.address();
    List<String> values =
        List.of(
            profile.email(),
            to == null ? "" : to.givenName(),
            to == null ? "" : to.familyName(),
            to == null ? "" : to.street(),
            to == null ? "" : to.city(),
            to == null ? "" : to.postalCode(),
            to == null ? "" : to.country(),
            to == null ? "" : to.telephone(),
            profile.favouriteCategory());
    for (int index = 0; index < values.size(); index++) {
      String value = values.get(index);
      statement.setString(from + index, value.isEmpty() ? null : value);
    }
  }
}
