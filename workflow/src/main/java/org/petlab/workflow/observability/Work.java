package org.petlab.workflow.observability;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.petlab.workflow.Activation;
import org.petlab.workflow.Step;

/**
 * What a thread works on. The container tells why a step was rolled back when its transaction is
 * over already: that is still about this order, so the work of a listener ends a little later.
 */
final class Work {
  // Weak, because the server's threads outlive the application: they must not hold its classes.
  private static final ThreadLocal<WeakReference<Work>> OF_THREAD = new ThreadLocal<>();
  // Holds those whose last words may still come; as many as there are threads to speak them.
  private static final AtomicReferenceArray<Work> LAST_ENDED = new AtomicReferenceArray<>(256);
  private static final AtomicInteger ENDED = new AtomicInteger();
  // As the documents' schema has it.
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final long LAST_WORDS_NANOS = 250_000_000L;

  private final Step step;
  private final Activation activation;
  private boolean isOver;
  private long overNanos;
  // Made when something is said, which is seldom.
  private Map<String, String> fields;

  private Work(Step step, Activation activation) {
    this.step = step;
    this.activation = activation;
  }

  /** The calling thread begins with it, and with whatever it worked on before it is done. */
  static Work begin(Step step, Activation activation) {
    Work work = new Work(step, activation);
    OF_THREAD.set(new WeakReference<>(work));
    return work;
  }

  /** To be called by the thread that began. */
  void end() {
    if (ofThread() == this) {
      OF_THREAD.remove();
    }
  }

  private static Work ofThread() {
    WeakReference<Work> begun = OF_THREAD.get();
    return begun == null ? null : begun.get();
  }

  /** The same, but what the thread says of it in the next moment is still about it. */
  void endAfterLastWords() {
    overNanos = System.nanoTime();
    isOver = true;
    LAST_ENDED.set(Math.floorMod(ENDED.getAndIncrement(), LAST_ENDED.length()), this);
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

  /** Adds the fields to what this thread says, if it works on anything. */
  static void noteIn(LogRecord line) {
    Work work = ofThread();
    if (work != null && work.isGoingOn()) {
      work.note(line);
    }
  }

  private boolean isGoingOn() {
    return !isOver || System.nanoTime() - overNanos < LAST_WORDS_NANOS;
  }

  private void note(LogRecord line) {
    Object[] said = line.getParameters();
    if (said == null) {
      // Without parameters a text is printed as it is; with one its braces would mean something.
      if (line.getMessage() == null || !line.getMessage().contains("{0")) {
        line.setParameters(new Object[] {fields()});
      }
    } else if (said.length == 0 || said[said.length - 1] != fields()) {
      Object[] more = Arrays.copyOf(said, said.length + 1);
      more[said.length] = fields();
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
