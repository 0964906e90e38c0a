package org.petlab.opc.administration;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import org.petlab.pages.HttpProblem;

/** Days and moments of the administration. All are in UTC. */
public final class Dates {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final LocalDate FIRST = LocalDate.of(1970, 1, 1);
  private static final LocalDate LAST = LocalDate.of(2200, 1, 1);

  private Dates() {}

  /** Reads a date such as 2026-11-21; null when nothing was given. */
  public static LocalDate read(String name, String text) {
    if (text == null || text.isBlank()) {
      return null;
    }
    try {
      LocalDate day = LocalDate.parse(text.strip());
      if (!day.isBefore(FIRST) && day.isBefore(LAST)) {
        return day;
      }
    } catch (DateTimeParseException e) {
      throw wrong(name, text);
    }
    throw wrong(name, text);
  }

  private static HttpProblem wrong(String name, String text) {
    return HttpProblem.badRequest(
        "Expected a date such as 2026-11-21 for '%s', got '%s'.".formatted(name, text));
  }

  /** The first nanosecond of a day, since the epoch. */
  public static long beginNs(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toEpochSecond() * NANOS_PER_SECOND;
  }

  /** The moment, to the millisecond. */
  public static Instant moment(long epochNs) {
    return Instant.ofEpochSecond(
            Math.floorDiv(epochNs, NANOS_PER_SECOND), Math.floorMod(epochNs, NANOS_PER_SECOND))
        .truncatedTo(ChronoUnit.MILLIS);
  }

  public static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }
}
