package org.petlab.storefront.customers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {
  private static final PasswordCost CHEAP = PasswordCost.read("m=64,t=2,p=1");

  @Test
  void onlyTheRightPasswordMatches() {
    PasswordHash hash = PasswordHash.of("customer1", CHEAP);
    assertThat(hash.matches("customer1")).isTrue();
    assertThat(hash.matches("customer2")).isFalse();
    assertThat(hash.matches("")).isFalse();
  }

  @Test
  void theSamePasswordIsKeptDifferentlyEachTime() {
    assertThat(PasswordHash.of("customer1", CHEAP))
        .isNotEqualTo(PasswordHash.of("customer1", CHEAP));
  }

  @Test
  void itIsWrittenAsAPhcStringThatSaysItsCost() {
    PasswordHash hash = PasswordHash.of("customer1", PasswordCost.read("m=128,t=3,p=1"));
    assertThat(hash.written())
        .matches("\\$argon2id\\$v=19\\$m=128,t=3,p=1\\$[A-Za-z0-9+/]{22}\\$[A-Za-z0-9+/]{43}");
    assertThat(hash.costs(PasswordCost.read("m=128,t=3,p=1"))).isTrue();
    assertThat(hash.costs(CHEAP)).isFalse();
  }

  @Test
  void itIsWhatIsPublished() {
    // The reference implementation's test for Argon2id, version 19: its src/test.c.
    PasswordHash published =
        new PasswordHash(
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4");
    assertThat(published.matches("password")).isTrue();
    assertThat(published.matches("passwore")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2048",
        "m=64,t=2",
        "m=7,t=1,p=1",
        "m=64,t=0,p=1",
        "m=64,t=1,p=4",
        "t=1,m=64,p=1"
      })
  void aCostThatCannotBeIsRefusedWithWhatWasExpected(String written) {
    assertThatThrownBy(() -> PasswordCost.read(written)).hasMessageContaining("m=19456,t=2,p=1");
  }
}
