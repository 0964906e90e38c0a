package org.petlab.transactions.faults;

/**
 * Which of the passings is meant: the n-th alone, written {@code n}, or every n-th, written {@code
 * each-n}.
 */
record Turn(long number, boolean each) {
  static final Turn FIRST = new Turn(1, false);
  private static final String EACH = "each-";

  static Turn parse(String text) {
    if (!text.matches("(each-)?[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "when is '" + text + "', expected a number from 1 on, or each- and such a number");
    }
    boolean each = text.startsWith(EACH);
    return new Turn(Long.parseLong(each ? text.substring(EACH.length()) : text), each);
  }

  boolean isAt(long passing) {
    return each ? passing % number == 0 : passing == number;
  }

  @Override
  public String toString() {
    return (each ? EACH : "") + number;
  }
}
