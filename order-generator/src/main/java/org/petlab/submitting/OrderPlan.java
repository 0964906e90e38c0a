package org.petlab.submitting;

import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.petlab.load.BadPlanException;
import org.petlab.load.PlannedSession;

/**
 * What is to be submitted: {@code plan.properties}, the order's document with placeholders in
 * {@code document.xml}, and {@code orders.csv}, a line for each order with its due time, how long
 * its sender thinks after the one before, and its values.
 *
 * @param entrances {@code soap}, {@code jms}, or both, which then take turns
 * @param service where orders are taken by SOAP
 * @param broker where the broker listens
 * @param atOnce how many are submitted at once, or in flight
 * @param closed whether the next one is submitted when one before is complete; otherwise when due
 * @param answersTimeoutMs how long the end of the load waits for what was due before
 * @param mails the mail server's record
 * @param completion the kind of mail that tells of an order's completion
 */
record OrderPlan(
    List<String> entrances,
    URI service,
    String broker,
    String user,
    String password,
    int atOnce,
    boolean closed,
    long durationMs,
    long answersTimeoutMs,
    Path mails,
    String completion,
    String document,
    List<PlannedSession> orders) {
  static final String SOAP = "soap";
  static final String JMS = "jms";
  private static final Set<String> KNOWN = Set.of(SOAP, JMS);

  static OrderPlan read(Path folder) throws BadPlanException {
    Properties plan = new Properties();
    String document;
    try (Reader reader = Files.newBufferedReader(folder.resolve("plan.properties"))) {
      plan.load(reader);
      document = Files.readString(folder.resolve("document.xml"));
    } catch (IOException missing) {
      throw new BadPlanException(
          folder + ": expected plan.properties and document.xml: " + missing);
    }
    List<PlannedSession> orders = PlannedSession.read(folder.resolve("orders.csv"), 1);
    if (!orders.getFirst().values().containsKey("order")) {
      throw new BadPlanException("orders.csv: expected a column order with the orders' ids");
    }
    return new OrderPlan(
        entrances(plan),
        URI.create(text(plan, "service")),
        text(plan, "broker"),
        text(plan, "user"),
        text(plan, "password"),
        positive(plan, "at_once"),
        Boolean.parseBoolean(text(plan, "closed")),
        positive(plan, "duration_ms"),
        positive(plan, "answers_timeout_ms"),
        Path.of(text(plan, "mails")),
        text(plan, "completion"),
        document,
        orders);
  }

  private static List<String> entrances(Properties plan) throws BadPlanException {
    List<String> entrances = List.of(text(plan, "entrances").split(","));
    if (!KNOWN.containsAll(entrances)) {
      throw new BadPlanException("entrances: expected soap, jms or both, got " + entrances);
    }
    return entrances;
  }

  private static String text(Properties plan, String key) throws BadPlanException {
    String value = plan.getProperty(key);
    if (value == null || value.isEmpty()) {
      throw new BadPlanException("plan.properties: " + key + " is missing");
    }
    return value;
  }

  private static int positive(Properties plan, String key) throws BadPlanException {
    String value = text(plan, key);
    try {
      int number = Integer.parseInt(value);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException wrong) {
      // It is told below.
    }
    throw new BadPlanException(
        "plan.properties: " + key + ": expected a whole number of at least 1, got " + value);
  }
}
