package org.petlab.transactions.faults;

/**
 * Which of the hits is meant: the n-th alone, written {@code n}, or every n-th, written {@code
 * each-n}.
 */
record Occurrence(long number, boolean each) {
  static final Occurrence FIRST = new Occurrence(1, false);
  private static final String EACH = "each-";

  static Occurrence parse(String text) {
    if (!text.matches("(each-)?[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "when is '" + text + "', expected a number from 1 on, or each- and such a number");
    }
    boolean each = text.startsWith(EACH);
    return new Occurrence(Long.parseLong(each ? text.substring(EACH.length()) : text), each);
  }

  boolean isAt(long hit) {
    return each ? hit % number == 0 : hit == number;
  }

  @Override
  public String toString() {
    return (each ? EACH : "") + number;
  }
}
