package org.petlab.workflow.observability.logging;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;

/**
 * The step that a thread works on, as a context for its log lines. The container logs why a step
 * was rolled back when its transaction is over already: that is still about this order, so the
 * context of a listener ends a little later.
 */
final class StepLogContext {
  // Weak, because the server's threads outlive the application: they must not hold its classes.
  private static final ThreadLocal<WeakReference<StepLogContext>> OF_THREAD = new ThreadLocal<>();
  // Holds those in their grace period; as many as there are threads that may log.
  private static final AtomicReferenceArray<StepLogContext> RECENTLY_ENDED =
      new AtomicReferenceArray<>(256);
  private static final AtomicInteger ENDED = new AtomicInteger();
  // As the documents' schema has it.
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final long GRACE_PERIOD_NANOS = 250_000_000L;

  private final Step step;
  private final Activation activation;
  private boolean isOver;
  private long overNanos;
  // Made when something is logged, which is seldom.
  private Map<String, String> fields;

  private StepLogContext(Step step, Activation activation) {
    this.step = step;
    this.activation = activation;
  }

  /** The calling thread begins with it, and with whatever it worked on before it is done. */
  static StepLogContext begin(Step step, Activation activation) {
    StepLogContext context = new StepLogContext(step, activation);
    OF_THREAD.set(new WeakReference<>(context));
    return context;
  }

  /** To be called by the thread that began. */
  void end() {
    if (ofThread() == this) {
      OF_THREAD.remove();
    }
  }

  private static StepLogContext ofThread() {
    WeakReference<StepLogContext> begun = OF_THREAD.get();
    return begun == null ? null : begun.get();
  }

  /** The same, but what the thread logs within the grace period is still about the step. */
  void endAfterGracePeriod() {
    overNanos = System.nanoTime();
    isOver = true;
    RECENTLY_ENDED.set(Math.floorMod(ENDED.getAndIncrement(), RECENTLY_ENDED.length()), this);
  }

  Step step() {
    return step;
  }

  /** The order's number as a log may show it. */
  String order() {
    return shown(activation.orderId());
  }

  int deliveries() {
    return activation.deliveries();
  }

  /** Adds the fields to a line that this thread logs, if it works on a step. */
  static void addTo(LogRecord line) {
    StepLogContext context = ofThread();
    if (context != null && context.isGoingOn()) {
      context.addFields(line);
    }
  }

  private boolean isGoingOn() {
    return !isOver || System.nanoTime() - overNanos < GRACE_PERIOD_NANOS;
  }

  private void addFields(LogRecord line) {
    Object[] parameters = line.getParameters();
    if (parameters == null) {
      // Without parameters a text is printed as it is; with one its braces would mean something.
      if (line.getMessage() == null || !line.getMessage().contains("{0")) {
        line.setParameters(new Object[] {fields()});
      }
    } else if (parameters.length == 0 || parameters[parameters.length - 1] != fields()) {
      Object[] more = Arrays.copyOf(parameters, parameters.length + 1);
      more[parameters.length] = fields();
      line.setParameters(more);
    }
  }

  private Map<String, String> fields() {
    if (fields == null) {
      fields =
          Map.of(
              "order", order(),
              "step", step.id(),
              "document", shown(activation.documentId()),
              "deliveries", Integer.toString(deliveries()));
    }
    return fields;
  }

  // A foreign sender can call an order what it likes, and some logs are plain text.
  private static String shown(String id) {
    return ID.matcher(id).matches() ? id : "unreadable";
  }
}
