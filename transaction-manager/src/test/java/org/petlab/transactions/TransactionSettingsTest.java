package org.petlab.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionSettingsTest {
  @Test
  void withoutAnythingPayaraKeepsItsOwn() {
    assertThat(TransactionSettings.read(new Properties())).isEmpty();
  }

  @Test
  void narayanaNeedsANodeAndHasDefaults() {
    Properties properties = narayana();
    properties.remove("petlab.log-directory");
    properties.setProperty("com.sun.aas.instanceRoot", "/domains/d1");

    assertThat(TransactionSettings.read(properties))
        .hasValue(
            new TransactionSettings(
                LogStore.FILE,
                true,
                "n1",
                Path.of("/domains/d1/transaction-log/file"),
                Duration.ofSeconds(10)));
  }

  @Test
  void recoveryWorksAsOftenAsIsAskedFor() {
    Properties properties = narayana();
    properties.setProperty("petlab.recovery-period", "2");
    assertThat(TransactionSettings.read(properties).orElseThrow().recoveryPeriod())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void memoryIsNeverForced() {
    Properties properties = narayana();
    properties.setProperty("petlab.log-store", "volatile");
    assertThat(TransactionSettings.read(properties).orElseThrow().forcedWrites()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          petlab.transaction-manager | jts | narayana or payara
          petlab.log-store | disk | file, journal, slots, jdbc, volatile
          petlab.forced-writes | yes | true or false
          petlab.transaction-node | '' | no other server
          petlab.transaction-node | a name with spaces | no other server
          petlab.transaction-node | a-name-of-more-than-28-letters | no other server
          petlab.log-directory | logs | an absolute path
          petlab.recovery-period | 0 | a whole number of seconds, 1 to 9999
          petlab.recovery-period | 2.5 | a whole number of seconds, 1 to 9999
          petlab.recovery-period | 10000 | a whole number of seconds, 1 to 9999
          """)
  void aValueThatCannotBeIsRefused(String setting, String value, String expected) {
    Properties properties = narayana();
    properties.setProperty(setting, value);
    refused(properties, setting, expected);
  }

  @ParameterizedTest
  @CsvSource({"volatile, true, memory cannot be forced", "jdbc, false, the database decides"})
  void storesThatCannotDoWithTheForcedWritesAreRefused(String store, String forced, String why) {
    Properties properties = narayana();
    properties.setProperty("petlab.log-store", store);
    properties.setProperty("petlab.forced-writes", forced);
    refused(properties, "petlab.log-store=" + store, why);
  }

  @ParameterizedTest
  @CsvSource({"petlab.log-store, file", "petlab.forced-writes, true", "petlab.recovery-period, 2"})
  void payaraHasNoSettingsOfNarayana(String setting, String value) {
    var properties = new Properties();
    properties.setProperty(setting, value);
    refused(properties, setting, "petlab.transaction-manager=narayana");
  }

  private static void refused(Properties properties, String setting, String expected) {
    assertThatThrownBy(() -> TransactionSettings.read(properties))
        .isInstanceOf(ImpossibleSettingException.class)
        .hasMessageContaining(setting)
        .hasMessageContaining(expected);
  }

  private static Properties narayana() {
    var properties = new Properties();
    properties.setProperty("petlab.transaction-manager", "narayana");
    properties.setProperty("petlab.transaction-node", "n1");
    properties.setProperty("petlab.log-directory", "/logs");
    return properties;
  }
}
