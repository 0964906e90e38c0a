package org.petlab.transactions;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What is asked for, by system properties: {@code petlab.transaction-manager}, {@code
 * petlab.log-store}, {@code petlab.forced-writes}, {@code petlab.transaction-node}, {@code
 * petlab.log-directory}, {@code petlab.recovery-period}, {@code petlab.faults}.
 */
record TransactionSettings(
    LogStore store, boolean forcedWrites, String node, Path logDirectory, Duration recoveryPeriod) {

  /** The node's name is part of each transaction branch's name, where it has this much room. */
  private static final int NODE_NAME_BYTES = 28;

  /** What Payara's own transaction manager decides by itself. */
  private static final List<String> OF_NARAYANA =
      List.of("petlab.log-store", "petlab.forced-writes", "petlab.recovery-period");

  /**
   * Reads the settings.
   *
   * @return nothing if Payara's own transaction manager is asked for
   * @throws ImpossibleSettingException if a value cannot be
   */
  static Optional<TransactionSettings> read(Properties properties) {
    return switch (properties.getProperty("petlab.transaction-manager", "payara")) {
      case "narayana" -> Optional.of(readNarayana(properties));
      case "payara" -> stepAside(properties);
      case String other ->
          throw impossible("petlab.transaction-manager", other, "narayana or payara");
    };
  }

  private static Optional<TransactionSettings> stepAside(Properties properties) {
    for (String setting : OF_NARAYANA) {
      if (properties.containsKey(setting)) {
        throw new ImpossibleSettingException(
            setting
                + " is set, but the transaction manager is payara, which does without it."
                + " Remove it, or set petlab.transaction-manager=narayana.");
      }
    }
    return Optional.empty();
  }

  private static TransactionSettings readNarayana(Properties properties) {
    LogStore store = LogStore.named(properties.getProperty("petlab.log-store", "file"));
    return new TransactionSettings(
        store,
        forcedWrites(properties, store),
        node(properties.getProperty("petlab.transaction-node", "")),
        logDirectory(properties).resolve(store.settingName()),
        recoveryPeriod(properties.getProperty("petlab.recovery-period", "10")));
  }

  /** Beside the store's own directory, where no store minds it. */
  Path resourceCount() {
    return logDirectory.resolveSibling(store.settingName() + ".resources");
  }

  /** Whether crash points are wanted; they can be with Payara's own manager too. */
  static boolean faultsWanted(Properties properties) {
    return flag("petlab.faults", properties.getProperty("petlab.faults", "false"));
  }

  private static boolean forcedWrites(Properties properties, LogStore store) {
    String text = properties.getProperty("petlab.forced-writes");
    if (text == null) {
      return store.forcesByDefault();
    }
    boolean forced = flag("petlab.forced-writes", text);
    store.refuse(forced).ifPresent(reason -> refuse(text, store, reason));
    return forced;
  }

  private static void refuse(String forcedWrites, LogStore store, String reason) {
    throw new ImpossibleSettingException(
        "petlab.forced-writes=%s cannot be with petlab.log-store=%s: %s"
            .formatted(forcedWrites, store.settingName(), reason));
  }

  private static boolean flag(String setting, String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw impossible(setting, text, "true or false");
    };
  }

  private static String node(String name) {
    if (!name.matches("[A-Za-z0-9._-]+")
        || name.getBytes(StandardCharsets.UTF_8).length > NODE_NAME_BYTES) {
      throw impossible(
          "petlab.transaction-node",
          name,
          "a name of 1 to "
              + NODE_NAME_BYTES
              + " letters, digits, dots, dashes or underscores that no other server has");
    }
    return name;
  }

  private static Path logDirectory(Properties properties) {
    String directory = properties.getProperty("petlab.log-directory", "");
    String instance = properties.getProperty("com.sun.aas.instanceRoot", "");
    if (directory.isEmpty() && instance.isEmpty()) {
      throw impossible("petlab.log-directory", directory, "a directory of this server's own");
    }
    Path path = directory.isEmpty() ? Path.of(instance, "transaction-log") : Path.of(directory);
    if (!path.isAbsolute()) {
      throw impossible("petlab.log-directory", directory, "an absolute path");
    }
    return path;
  }

  private static Duration recoveryPeriod(String text) {
    if (!text.matches("[1-9][0-9]{0,3}")) {
      throw impossible("petlab.recovery-period", text, "a whole number of seconds, 1 to 9999");
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }

  static ImpossibleSettingException impossible(String setting, String value, String expected) {
    return new ImpossibleSettingException(
        "%s is '%s', expected %s.".formatted(setting, value, expected));
  }
}
