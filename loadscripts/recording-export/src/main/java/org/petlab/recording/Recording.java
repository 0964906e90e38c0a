package org.petlab.recording;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The flight recording of one JVM.
 *
 * @param jvm name of the JVM in all tables
 * @param file the .jfr file
 */
record Recording(String jvm, Path file) {

  /** Reads {@code JVM=RECORDING.jfr}. */
  static Recording parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new UsageException("expected JVM=RECORDING.jfr, got " + text);
    }
    Path file = Path.of(text.substring(equals + 1));
    if (!Files.isReadable(file)) {
      throw new UsageException("there is no recording " + file);
    }
    return new Recording(text.substring(0, equals), file);
  }
}
