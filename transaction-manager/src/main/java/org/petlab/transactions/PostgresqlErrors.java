package org.petlab.transactions;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;

/** What PostgreSQL's driver wraps in an XA error. The driver's classes are not the bundle's. */
final class PostgresqlErrors {
  private static final String DRIVER = "org.postgresql.";

  private PostgresqlErrors() {}

  /** The SQL states that an error of this driver was made from; none of another driver's. */
  static List<String> sqlStates(XAException error) {
    return error.getClass().getName().startsWith(DRIVER) ? allSqlStates(error) : List.of();
  }

  /** The SQL states that an error was made from, of any driver. */
  static List<String> allSqlStates(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(cause -> ((SQLException) cause).getSQLState())
        .filter(Objects::nonNull)
        .toList();
  }
}
