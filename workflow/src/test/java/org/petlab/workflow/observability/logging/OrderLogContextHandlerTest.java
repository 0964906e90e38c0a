package org.petlab.workflow.observability.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.petlab.workflow.kernel.Activation;
import org.petlab.workflow.kernel.Step;

/** Whatever is said while a thread works on an order carries the order, and nothing else does. */
class OrderLogContextHandlerTest {
  private static final Activation ACTIVATION = new Activation("10001", "10001-A", 2, 0);
  private static final Map<String, String> FIELDS =
      Map.of("order", "10001", "step", "approving", "document", "10001-A", "deliveries", "2");

  private final Logger root = Logger.getLogger("");
  private final Logger logger = Logger.getLogger("a driver");
  private final Handler[] before = root.getHandlers();
  private final Kept kept = new Kept();
  private OrderLogContextHandler first;
  private OrderLogContextHandler second;
  // A step's transaction holds its context.
  private StepLogContext context;

  private static final class Kept extends Handler {
    private final List<LogRecord> lines = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      lines.add(line);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    List.of(before).forEach(root::removeHandler);
    root.addHandler(kept);
    first = OrderLogContextHandler.begin();
    second = OrderLogContextHandler.begin(); // as a second application of the server
  }

  @AfterEach
  void stopListening() {
    List.of(root.getHandlers()).forEach(root::removeHandler);
    List.of(before).forEach(root::addHandler);
    StepLogContext.begin(Step.APPROVING, ACTIVATION).end();
  }

  @Test
  void aLineOfTheStepCarriesItsOrder() {
    context = StepLogContext.begin(Step.APPROVING, ACTIVATION);
    logger.info("plain");
    logger.log(Level.INFO, "of {0}", "two");

    assertThat(kept.lines.get(0).getParameters()).containsExactly(FIELDS);
    assertThat(kept.lines.get(1).getParameters()).containsExactly("two", FIELDS);
    assertThat(new SimpleFormatter().formatMessage(kept.lines.get(1))).isEqualTo("of two");
  }

  @Test
  void aTextWithBracesStaysAsItIs() {
    context = StepLogContext.begin(Step.APPROVING, ACTIVATION);
    logger.info("{0} is no place for an order");

    assertThat(new SimpleFormatter().formatMessage(kept.lines.get(0)))
        .isEqualTo("{0} is no place for an order");
  }

  @Test
  void whatIsSaidBeforeAndAfterCarriesNone() {
    logger.info("before");
    StepLogContext.begin(Step.APPROVING, ACTIVATION).end();
    logger.info("after");

    assertThat(kept.lines).allMatch(line -> line.getParameters() == null);
  }

  @Test
  void whyAStepWasRolledBackIsStillAboutItsOrder() {
    StepLogContext.begin(Step.APPROVING, ACTIVATION).endAfterGracePeriod();
    logger.info("it failed");

    assertThat(kept.lines.get(0).getParameters()).containsExactly(FIELDS);
  }

  @Test
  void theNextStepOfTheThreadTakesOver() {
    StepLogContext first = StepLogContext.begin(Step.APPROVING, ACTIVATION);
    context = StepLogContext.begin(Step.INVOICING, new Activation("10002", "10002-I", 1, 0));
    first.end();
    logger.info("of the second");

    assertThat(kept.lines.get(0).getParameters()[0].toString()).contains("10002");
  }

  @Test
  void whatAForeignSenderCallsAnOrderDoesNotBreakALine() {
    context =
        StepLogContext.begin(
            Step.APPROVING, new Activation("1\nSEVERE: all is lost", "10001-A", 1, 0));
    logger.info("parameters");

    assertThat(kept.lines.get(0).getParameters()[0].toString()).contains("order=unreadable");
  }

  @Test
  void anApplicationThatIsStoppedLeavesNothingInTheLogWhicheverGoesFirst() {
    first.end();
    context = StepLogContext.begin(Step.APPROVING, ACTIVATION);
    logger.info("the second goes on");
    second.end();
    logger.info("nobody listens");

    assertThat(root.getHandlers()).containsExactly(kept);
    assertThat(kept.lines.get(0).getParameters()).containsExactly(FIELDS);
    assertThat(kept.lines.get(1).getParameters()).isNull();
  }

  @Test
  void aThreadHoldsNoWorkThatNobodyElseHolds() throws InterruptedException {
    WeakReference<StepLogContext> left =
        new WeakReference<>(StepLogContext.begin(Step.APPROVING, ACTIVATION));
    long end = System.nanoTime() + 10_000_000_000L;
    while (left.get() != null && System.nanoTime() < end) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(left.get()).isNull();
  }

  @Test
  void anotherThreadIsNotConcerned() throws InterruptedException {
    context = StepLogContext.begin(Step.APPROVING, ACTIVATION);
    Thread other = new Thread(() -> logger.info("meanwhile"));
    other.start();
    other.join();

    assertThat(kept.lines.get(0).getParameters()).isNull();
  }
}
