package org.petlab.opc.administration.transitions;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.petlab.opc.history.PeerApplicationClient;
import org.petlab.pages.HttpProblem;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.messaging.transports.SwitchableTransitions;

/**
 * Which delegate each transition sends by, and the switch for it. An application that sends along a
 * transition knows and switches it; the others are asked by their management calls.
 */
@ApplicationScoped
public class TransitionSwitch {
  @Inject private SwitchableTransitions own;
  @Inject private PeerApplicationClient others;

  /** All transitions in the order of an order's way, and the delegates to choose from. */
  public record Switches(List<Switch> transitions, List<String> delegates) {}

  /**
   * One transition.
   *
   * @param delegate null when the sender does not answer
   */
  public record Switch(
      String transition, String sender, String receiver, boolean switchable, String delegate) {}

  public Switches all() {
    Map<Application, Map<String, String>> delegates = new EnumMap<>(Application.class);
    List<Switch> switches =
        Arrays.stream(Transition.values())
            .map(
                transition ->
                    new Switch(
                        transition.id(),
                        transition.sender().id(),
                        transition.receiver().id(),
                        transition.isSwitchable(),
                        transition.isSwitchable()
                            ? delegates
                                .computeIfAbsent(transition.sender(), this::sentBy)
                                .get(transition.id())
                            : SwitchableTransitions.WITHIN_APPLICATION))
            .toList();
    return new Switches(switches, own.names());
  }

  /** Switches a transition: what is sent from now on goes by this delegate. */
  public Switches choose(String transitionName, String delegate) {
    Transition transition = switchable(transitionName);
    if (!own.names().contains(delegate)) {
      throw HttpProblem.badRequest(
          "No delegate is called '%s'; known are %s."
              .formatted(delegate, String.join(", ", own.names())));
    }
    if (transition.sender() == Application.OPC) {
      own.choose(transition, delegate);
    } else {
      others
          .putManagement(transition.sender(), "/transitions/" + transition.id(), delegate)
          .orElseThrow(
              () ->
                  HttpProblem.serviceUnavailable(
                      "The %s did not confirm that it has switched %s: look at what it sends by now; the log says more."
                          .formatted(transition.sender(), transition),
                      null));
    }
    return all();
  }

  private static Transition switchable(String name) {
    return Arrays.stream(Transition.values())
        .filter(transition -> transition.isSwitchable() && transition.id().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                HttpProblem.notFound(
                    "There is no transition '" + name + "' that can be switched."));
  }

  private Map<String, String> sentBy(Application sender) {
    return sender == Application.OPC
        ? own.sentBy(sender)
        : others
            .getManagement(sender, "/transitions")
            .map(TransitionSwitch::read)
            .orElseGet(Map::of);
  }

  private static Map<String, String> read(String answer) {
    try (JsonReader reader = Json.createReader(new StringReader(answer))) {
      JsonObject delegates = reader.readObject();
      return delegates.keySet().stream()
          .collect(Collectors.toMap(name -> name, delegates::getString));
    }
  }
}
