package org.petlab.storefront.customers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What it costs to try a password: memory and passes over it of Argon2id (RFC 9106, section 3.1),
 * written as in a hash: {@code m=19456,t=2,p=1}. There is one lane, because a try is no reason to
 * take a second core from the other customers.
 */
record PasswordCost(int memoryKib, int passes) {
  private static final Pattern WRITTEN = Pattern.compile("m=([0-9]{1,6}),t=([0-9]{1,2}),p=1");
  private static final int LEAST_KIB = 8;

  /**
   * @throws IllegalArgumentException that says how it should look
   */
  static PasswordCost read(String written) {
    Matcher matcher = WRITTEN.matcher(written);
    if (!matcher.matches()) {
      throw unexpected(written);
    }
    PasswordCost cost =
        new PasswordCost(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    if (cost.memoryKib < LEAST_KIB || cost.passes < 1) {
      throw unexpected(written);
    }
    return cost;
  }

  private static IllegalArgumentException unexpected(String written) {
    return new IllegalArgumentException(
        "Expected password.cost as m=19456,t=2,p=1 (KiB of memory from %d, passes from 1, one lane), got %s"
            .formatted(LEAST_KIB, written));
  }
}
