package org.petlab.workflow.management;

import java.util.List;
import java.util.stream.Collectors;

/** Rows for the lab, as CSV (RFC 4180). */
public record Table(List<String> columns, List<List<?>> rows) {

  public String csv() {
    StringBuilder csv = new StringBuilder(line(columns));
    rows.forEach(row -> csv.append(line(row)));
    return csv.toString();
  }

  private static String line(List<?> values) {
    return values.stream().map(Table::field).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String field(Object value) {
    String text = value == null ? "" : value.toString();
    return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
