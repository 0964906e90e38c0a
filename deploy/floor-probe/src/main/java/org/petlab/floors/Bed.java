package org.petlab.floors;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Properties;

/** What this application is told of its bed. */
final class Bed {
  /** Its name in the bed: of its role, its user and its secret. */
  static final String NAME = "floors";

  private static final Properties SETTINGS = read();

  private Bed() {}

  static int listener(String name) {
    return Integer.parseInt(SETTINGS.getProperty("listener." + name));
  }

  static String bearer() {
    return "Bearer " + SETTINGS.getProperty("management.token");
  }

  static String basic() {
    String login = NAME + ":" + secret();
    return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8));
  }

  static String secret() {
    return SETTINGS.getProperty("application.secret." + NAME);
  }

  static String services() {
    return SETTINGS.getProperty("endpoint." + NAME) + "/services";
  }

  private static Properties read() {
    Properties found = new Properties();
    try (Reader file = Files.newBufferedReader(Path.of(System.getProperty("petlab.bed")))) {
      found.load(file);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
