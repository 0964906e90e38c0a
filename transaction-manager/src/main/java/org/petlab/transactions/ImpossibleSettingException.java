package org.petlab.transactions;

/**
 * A setting that cannot be; the message says which one, what was expected and what is to be done.
 */
public final class ImpossibleSettingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ImpossibleSettingException(String message) {
    super(message);
  }
}
