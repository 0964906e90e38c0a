package org.petlab.storefront.customers;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * A password as it is kept: Argon2id (RFC 9106) with a salt of its own and the cost that was asked
 * for when it was made, as a PHC string: {@code $argon2id$v=19$m=19456,t=2,p=1$salt$hash}.
 */
record PasswordHash(String written) {
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  // More at a time would not be quicker, and each takes the memory that its cost says. How many may
  // wait is bounded by PasswordQueue.
  private static final Semaphore TURNS = new Semaphore(Runtime.getRuntime().availableProcessors());

  static PasswordHash of(String password, PasswordCost cost) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    Argon2Function argon2 =
        Argon2Function.getInstance(cost.memoryKib(), cost.passes(), 1, HASH_BYTES, Argon2.ID);
    byte[] typed = password.getBytes(StandardCharsets.UTF_8);
    return new PasswordHash(inTurn(() -> argon2.hash(typed, salt).getResult()));
  }

  boolean matches(String password) {
    return inTurn(() -> Argon2Function.getInstanceFromHash(written).check(password, written));
  }

  /** Whether it was made at this cost. */
  boolean costs(PasswordCost cost) {
    return written.contains("$m=%d,t=%d,p=1$".formatted(cost.memoryKib(), cost.passes()));
  }

  private static <T> T inTurn(Supplier<T> work) {
    TURNS.acquireUninterruptibly();
    try {
      return work.get();
    } finally {
      TURNS.release();
    }
  }
}
