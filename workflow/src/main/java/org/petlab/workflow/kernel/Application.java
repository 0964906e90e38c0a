package org.petlab.workflow.kernel;

import java.util.Arrays;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** The three applications. Each owns its part of the database and its user at the broker. */
public enum Application {
  STOREFRONT("storefront"),
  OPC("opc"),
  SUPPLIER("supplier");

  private final String id;

  Application(String id) {
    this.id = id;
  }

  /** The name in URLs, JNDI names, users and files. */
  public String id() {
    return id;
  }

  /** The application whose code is running: its name is the one that it was deployed under. */
  public static Application current() {
    return named(lookUp("java:app/AppName"));
  }

  public static Application named(String id) {
    return Arrays.stream(values())
        .filter(application -> application.id.equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No application is called " + id));
  }

  private static String lookUp(String name) {
    try {
      return InitialContext.doLookup(name);
    } catch (NamingException e) {
      throw new IllegalStateException("Expected " + name + " in the container's JNDI", e);
    }
  }

  @Override
  public String toString() {
    return id;
  }
}
