package org.petlab.workflow.kernel.documents;

/** What makes a text of digits the number of a card. */
public final class CardNumbers {
  private CardNumbers() {}

  /** The Luhn algorithm (ISO/IEC 7812-1, annex B): every second digit from the right is doubled. */
  public static boolean hasCheckDigit(String digits) {
    int sum = 0;
    for (int fromRight = 0; fromRight < digits.length(); fromRight++) {
      int digit = digits.charAt(digits.length() - 1 - fromRight) - '0';
      int weighted = fromRight % 2 == 0 ? digit : 2 * digit;
      sum += weighted / 10 + weighted % 10;
    }
    return sum % 10 == 0;
  }
}
