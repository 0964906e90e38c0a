package org.petlab.workflow.messaging.transports;

import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;
import org.petlab.workflow.kernel.Document;
import org.petlab.workflow.kernel.StepListeners;
import org.petlab.workflow.kernel.Transition;
import org.petlab.workflow.kernel.TransitionDelegate;
import org.petlab.workflow.kernel.Transitions;

/**
 * The one place where delegates are chosen: at start as the bed's settings say, later by the
 * management call; one for all orders, or one drawn for each. A document that is being sent is not
 * disturbed by a switch.
 */
@ApplicationScoped
public class SwitchableTransitions implements Transitions {
  /** How documents are sent that do not leave their application. */
  public static final String WITHIN_APPLICATION = "jms-transacted";

  private final Map<String, TransitionDelegate> known = new TreeMap<>();
  private final Map<Transition, DelegateChoice> chosen = new ConcurrentHashMap<>();

  @Inject private BedSettings bed;
  @Inject private StepListeners listeners;
  @Inject private NontransactedSends nontransacted;
  @Inject private JmsTransacted jmsTransacted;
  @Inject private JmsNontransacted jmsNontransacted;
  @Inject private Soap soap;

  @PostConstruct
  void chooseAsTheBedSays() {
    known.put(DelegateNames.of(JmsTransacted.class), jmsTransacted);
    known.put(DelegateNames.of(JmsNontransacted.class), jmsNontransacted);
    known.put(DelegateNames.of(Soap.class), soap);
    for (Transition transition : Transition.values()) {
      chosen.put(
          transition,
          choice(transition.isSwitchable() ? bed.delegate(transition) : WITHIN_APPLICATION));
    }
  }

  /** Fails the deployment, not the first order, when a delegate's name is not known. */
  void begin(@Observes @Initialized(ApplicationScoped.class) Object deployed) {}

  @Override
  public void send(Transition transition, Document document) {
    String name = chosen.get(transition).of(document.orderId());
    TransitionDelegate delegate = known.get(name);
    if (!delegate.rollsBackWithStep()) {
      nontransacted.recordSend();
    }
    listeners.send(transition, name, document, () -> delegate.send(document, transition));
  }

  /**
   * Switches a transition: what is sent from now on goes by this delegate.
   *
   * @param delegate a delegate's name; or {@code drawn:<seed>:<name>,<name>,...}, and one of them
   *     is drawn for each order
   * @throws IllegalArgumentException when a delegate is not known or the transition not switchable
   *     by this application
   */
  public void choose(Transition transition, String delegate) {
    if (!sentBy(Application.current()).containsKey(transition.id())) {
      throw new IllegalArgumentException(
          transition + " is not a switchable transition of " + Application.current());
    }
    chosen.put(transition, choice(delegate));
  }

  /** The delegates of the switchable transitions that an application sends. */
  public Map<String, String> sentBy(Application application) {
    Map<String, String> delegates = new LinkedHashMap<>();
    Arrays.stream(Transition.values())
        .filter(transition -> transition.isSwitchable() && transition.sender() == application)
        .forEach(transition -> delegates.put(transition.id(), chosen.get(transition).toString()));
    return delegates;
  }

  /** The names of all delegates. */
  public List<String> names() {
    return List.copyOf(known.keySet());
  }

  private DelegateChoice choice(String text) {
    return DelegateChoice.parse(text, known.keySet());
  }
}
