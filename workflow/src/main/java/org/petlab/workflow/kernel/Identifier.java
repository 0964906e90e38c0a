package org.petlab.workflow.kernel;

import java.util.regex.Pattern;

/** What an order, a document or an item can be called, as the documents' schema has it. */
public final class Identifier {
  /** The regular expression, without groups. */
  public static final String FORM = "[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}";

  private static final Pattern PATTERN = Pattern.compile(FORM);

  private Identifier() {}

  /** Whether anything can be called so; of what is not, no database need be asked. */
  public static boolean isValid(String text) {
    return PATTERN.matcher(text).matches();
  }
}
