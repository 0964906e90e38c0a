package org.petlab.recording;

import java.util.List;

/** Which part of the software a class belongs to, by its package; the first prefix that fits. */
final class Layers {

  /** What the JDK offers to all: its frames belong to whoever called them. */
  static final String CALLER = "";

  static final String OWN = "Petlab";

  private static final List<Layer> KNOWN =
      List.of(
          new Layer("SOAP", "com.sun.xml.ws.", "com.sun.xml.messaging.", "jakarta.xml.ws."),
          new Layer(
              "XML",
              "com.sun.xml.",
              "org.glassfish.jaxb.",
              "com.sun.org.apache.",
              "jakarta.xml.",
              "javax.xml.",
              "jdk.xml.",
              "com.ctc.wstx."),
          new Layer("broker client", "org.apache.activemq.", "io.netty.", "org.petlab.adapter."),
          new Layer("JDBC driver", "org.postgresql.", "oracle."),
          new Layer("JPA", "org.eclipse.persistence.", "jakarta.persistence."),
          new Layer(
              "transaction manager", "com.arjuna.", "com.sun.jts.", "org.petlab.transactions."),
          new Layer("transaction manager", "com.sun.enterprise.transaction.", "fish.payara.jta."),
          new Layer("connection pools", "com.sun.gjc.", "com.sun.enterprise.resource."),
          new Layer("connection pools", "com.sun.enterprise.connectors.", "com.sun.jdbcra."),
          new Layer("CDI", "org.jboss.weld.", "org.glassfish.weld.", "org.jboss.classfilewriter."),
          new Layer(
              "page templates", "com.sun.faces.", "org.apache.jasper.", "org.glassfish.wasp."),
          new Layer(
              "page templates", "com.sun.el.", "org.glassfish.expressly.", "org.apache.taglibs."),
          new Layer("mail", "org.eclipse.angus.mail.", "jakarta.mail."),
          new Layer("EJB container", "com.sun.ejb.", "org.glassfish.ejb."),
          new Layer("HTTP", "org.glassfish.grizzly.", "org.petlab.http."),
          new Layer("server", "org.apache.catalina.", "org.glassfish.", "com.sun.enterprise."),
          new Layer("server", "fish.payara.", "org.jvnet.hk2.", "org.apache.felix."),
          new Layer(CALLER, "java.", "javax.", "jakarta.", "jdk.", "sun.", "com.sun."));

  private Layers() {}

  /** The layer of a class; {@link #CALLER} for one of the JDK. */
  static String of(String className) {
    if (className.contains("$_$$_Weld")) {
      return "CDI";
    }
    for (Layer layer : KNOWN) {
      if (layer.has(className)) {
        return layer.name;
      }
    }
    return className.startsWith("org.petlab.") ? OWN : "other libraries";
  }

  /** {@code Checkout} of {@code org.petlab.storefront.Checkout$1}, or of a lambda in it. */
  static String simpleName(String className) {
    int inner = className.indexOf('$');
    String outer = inner > 0 ? className.substring(0, inner) : className;
    return outer.substring(outer.lastIndexOf('.') + 1);
  }

  private record Layer(String name, List<String> prefixes) {
    Layer(String name, String... prefixes) {
      this(name, List.of(prefixes));
    }

    boolean has(String className) {
      return prefixes.stream().anyMatch(className::startsWith);
    }
  }
}
