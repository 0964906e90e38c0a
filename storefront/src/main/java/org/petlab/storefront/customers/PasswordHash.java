package org.petlab.storefront.customers;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password as it is kept: PBKDF2 with HMAC-SHA-256 (RFC 8018), a salt of its own and the number
 * of iterations that was asked for when it was made. Written as {@code iterations:salt:hash}.
 */
record PasswordHash(int iterations, String salt, String hash) {
  private static final String ALGORITHM = "PBKDF2WithHmacSHA256";
  private static final int SALT_BYTES = 16;
  private static final int HASH_BITS = 256;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final HexFormat HEX = HexFormat.of();

  static PasswordHash of(String password, int iterations) {
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    return new PasswordHash(
        iterations, HEX.formatHex(salt), HEX.formatHex(derive(password, salt, iterations)));
  }

  static PasswordHash read(String written) {
    String[] parts = written.split(":", 3);
    return new PasswordHash(Integer.parseInt(parts[0]), parts[1], parts[2]);
  }

  String written() {
    return iterations + ":" + salt + ":" + hash;
  }

  boolean matches(String password) {
    byte[] shown = derive(password, HEX.parseHex(salt), iterations);
    return MessageDigest.isEqual(shown, HEX.parseHex(hash));
  }

  private static byte[] derive(String password, byte[] salt, int iterations) {
    PBEKeySpec key = new PBEKeySpec(password.toCharArray(), salt, iterations, HASH_BITS);
    try {
      return SecretKeyFactory.getInstance(ALGORITHM).generateSecret(key).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no " + ALGORITHM, e);
    } finally {
      key.clearPassword();
    }
  }
}
