package org.petlab.brokeragent;

/** The broker could not be started in this JVM. */
final class BrokerFailedException extends Exception {
  BrokerFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
