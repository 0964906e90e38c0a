package org.petlab.storefront.customers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PasswordHashTest {

  @Test
  void onlyTheRightPasswordMatches() {
    PasswordHash hash = PasswordHash.read(PasswordHash.of("customer1", 1000).written());
    assertThat(hash.matches("customer1")).isTrue();
    assertThat(hash.matches("customer2")).isFalse();
    assertThat(hash.matches("")).isFalse();
  }

  @Test
  void theSamePasswordIsKeptDifferentlyEachTime() {
    assertThat(PasswordHash.of("customer1", 1000)).isNotEqualTo(PasswordHash.of("customer1", 1000));
  }

  @Test
  void itIsWhatIsPublished() {
    // Draft RFC "josefsson-scrypt-kdf", section 11: PBKDF2-HMAC-SHA-256, P=Password, S=NaCl,
    // c=80000.
    PasswordHash published =
        new PasswordHash(
            80_000, "4e61436c", "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56");
    assertThat(published.matches("Password")).isTrue();
  }
}
