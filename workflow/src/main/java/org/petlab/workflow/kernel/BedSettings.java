package org.petlab.workflow.kernel;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * What the bed tells its applications: addresses, credentials, delegates at start. Read once from
 * the file that the system property {@code petlab.bed} names.
 */
@ApplicationScoped
public class BedSettings {
  static final String LOCATION = "petlab.bed";

  private final Properties properties;

  public BedSettings() {
    this(read(System.getProperty(LOCATION)));
  }

  public BedSettings(Properties properties) {
    this.properties = properties;
  }

  private static Properties read(String location) {
    if (location == null) {
      throw new IllegalStateException(
          "Expected the system property " + LOCATION + " to name the bed's settings file");
    }
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(Path.of(location))) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read the bed's settings " + location, e);
    }
    return properties;
  }

  public String text(String key) {
    String value = properties.getProperty(key);
    if (value == null) {
      throw new IllegalStateException("The bed's settings lack " + key);
    }
    return value;
  }

  public String text(String key, String otherwise) {
    return properties.getProperty(key, otherwise);
  }

  public int number(String key, int otherwise) {
    return Integer.parseInt(text(key, Integer.toString(otherwise)));
  }

  public BigDecimal decimal(String key, String otherwise) {
    return new BigDecimal(text(key, otherwise));
  }

  public Duration milliseconds(String key, long otherwise) {
    return Duration.ofMillis(Long.parseLong(text(key, Long.toString(otherwise))));
  }

  /** Where an application answers other programs, without a slash at the end. */
  public String endpoint(Application application) {
    return text("endpoint." + application.id());
  }

  /** Where an application answers management calls, without a slash at the end. */
  public String managementEndpoint(Application application) {
    return text("endpoint.management." + application.id());
  }

  /** What an application shows to prove who it is. */
  public String secret(Application application) {
    return text("application.secret." + application.id());
  }

  public String delegate(Transition transition) {
    return text("transition." + transition.id(), "jms-transacted");
  }
}
