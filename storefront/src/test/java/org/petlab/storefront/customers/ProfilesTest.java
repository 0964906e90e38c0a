package org.petlab.storefront.customers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.petlab.pages.HttpProblem;
import org.petlab.storefront.profiles.DeliveryAddress;
import org.petlab.storefront.profiles.Profile;
import org.petlab.storefront.visit.Visit;

/** One customer in two visits, each of which has read the profile before the other changed it. */
class ProfilesTest {
  private static final Pattern TABLE =
      Pattern.compile("create table customer \\(.*?\\n\\);", Pattern.DOTALL);
  private static final Profile BEFORE = new Profile("ada@example.org", null, "DOGS");
  private static final DeliveryAddress LONDON =
      new DeliveryAddress(
          "Ada", "Byron", "12 St James Square", "London", "SW1Y", "UK", "12345", "ada@example.com");

  private final JdbcDataSource database = new JdbcDataSource();
  private final Profiles profiles = new Profiles(database);
  private final Visit one = visit();
  private final Visit other = visit();

  @BeforeEach
  void begin() throws IOException, SQLException {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    Matcher table =
        TABLE.matcher(Files.readString(Path.of("src/main/database/postgresql/schema.sql")));
    assertThat(table.find()).isTrue();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(table.group());
      statement.execute(
          "insert into customer (name, password_hash, email, favourite_category)"
              + " values ('ada', '-', 'ada@example.org', 'DOGS')");
    }
    assertThat(profiles.of(one)).isEqualTo(BEFORE);
    assertThat(profiles.of(other)).isEqualTo(BEFORE);
  }

  @Test
  void anAddressThatIsSavedLeavesTheFavouriteAsTheOtherVisitChoseIt() {
    profiles.change(one, new Profile("ada@example.org", null, "CATS"), 0);
    profiles.move(other, LONDON);
    Profile expected = new Profile("ada@example.com", LONDON, "CATS");
    assertThat(profiles.of(other)).isEqualTo(expected);
    assertThat(profiles.current(one)).isEqualTo(expected);
  }

  @Test
  void detailsThatTheOtherVisitHasChangedAreNotOverwritten() {
    Profile favourite = new Profile("ada@example.org", null, "FISH");
    int seen = profiles.changes(other);
    profiles.move(one, LONDON);
    assertThatThrownBy(() -> profiles.change(other, favourite, seen))
        .isInstanceOf(HttpProblem.class)
        .hasMessageStartingWith("Your details were changed in another visit meanwhile.")
        .extracting("status")
        .isEqualTo(409);
    assertThat(profiles.of(other))
        .as("it is shown next")
        .isEqualTo(new Profile("ada@example.com", LONDON, "DOGS"));
    assertThatThrownBy(() -> profiles.change(other, favourite, seen))
        .as("the same form sent again has seen no more")
        .isInstanceOf(HttpProblem.class);
    profiles.change(other, favourite, profiles.changes(other));
    assertThat(profiles.current(one)).isEqualTo(favourite);
  }

  @Test
  void aVisitChangesItsDetailsAsOftenAsItLikes() {
    for (String favourite : new String[] {"CATS", "", "FISH"}) {
      Profile profile = new Profile("ada@example.org", LONDON, favourite);
      profiles.change(one, profile, profiles.changes(one));
      assertThat(profiles.of(one)).isEqualTo(profile);
    }
    profiles.forget(one);
    profiles.change(one, Profile.EMPTY, profiles.changes(one));
    assertThat(profiles.current(one)).isEqualTo(Profile.EMPTY);
  }

  private static Visit visit() {
    Visit visit = new Visit();
    visit.signOn("ada");
    return visit;
  }
}
