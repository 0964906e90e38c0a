package org.petlab.pages;

/**
 * One line of a form, with what was typed in and what is wrong with it.
 *
 * @param autocomplete the browser's word for what belongs here
 * @param problem a sentence for the visitor; empty when the value is fine
 */
public record Field(
    String name, String label, String type, String autocomplete, String value, String problem) {
  // Given and family name together make a document's text of at most 200.
  public static final int MAX_CHARACTERS = 90;

  public Field withValue(String typed) {
    String value = typed == null ? "" : typed.strip();
    return new Field(name, label, type, autocomplete, value, basicProblem(value));
  }

  public Field withProblem(String sentence) {
    return new Field(name, label, type, autocomplete, value, sentence);
  }

  /** Whether nothing is wrong with the value. */
  public boolean isValid() {
    return problem.isEmpty();
  }

  private String basicProblem(String value) {
    if (value.isEmpty()) {
      return label + " is missing.";
    }
    if (value.length() > MAX_CHARACTERS) {
      return label + " may have at most " + MAX_CHARACTERS + " characters.";
    }
    return value.codePoints().allMatch(Field::isWritable)
        ? ""
        : label + " contains characters that cannot be printed.";
  }

  // What XML 1.0 can carry, without line breaks and other controls.
  private static boolean isWritable(int codePoint) {
    return !Character.isISOControl(codePoint)
        && !(codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)
        && codePoint != 0xFFFE
        && codePoint != 0xFFFF;
  }
}
