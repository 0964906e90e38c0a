package org.petlab.supplier.warehouse;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** How a time is shown to a person. */
final class Timestamps {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  /**
   * @param ns wall clock since the epoch
   */
  static String format(long ns) {
    return FORM.format(Instant.ofEpochSecond(0, ns));
  }
}
