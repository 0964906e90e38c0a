package org.petlab.storefront.status;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A point in time as pages tell it, in the time zone of the store. */
public record Moment(long nanos) {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ENGLISH);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** For machines, as HTML's time element wants it. */
  public String iso() {
    return instant().toString();
  }

  public String day() {
    return DAY.format(instant().atZone(ZoneId.systemDefault()));
  }

  public String time() {
    return TIME.format(instant().atZone(ZoneId.systemDefault()));
  }

  // Milliseconds are all that a page tells, and all that every browser reads.
  private Instant instant() {
    return Instant.ofEpochMilli(nanos / (NANOS_PER_SECOND / 1000));
  }
}
