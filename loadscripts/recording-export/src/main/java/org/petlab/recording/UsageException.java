package org.petlab.recording;

/** The command line was wrong; the message says what was expected. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
