package org.petlab.submitting;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.petlab.load.BadPlanException;
import org.petlab.load.GeneratorProgram;
import org.petlab.load.RequestLog;
import org.petlab.load.WallClock;

/**
 * {@code java -jar order-generator.jar FOLDER}: submits the orders of the plan in the folder and
 * writes there what became of them. SIGTERM ends it when those that were due are answered, with its
 * records whole and exit code 0.
 */
public final class OrderGenerator {
  private static final GeneratorProgram PROGRAM =
      new GeneratorProgram("order-generator", "plan.properties");
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

  private OrderGenerator() {}

  /** Submits the orders of a plan. */
  public static void main(String[] arguments) {
    PROGRAM.main(arguments, OrderGenerator::play);
  }

  private static void play(Path folder) throws BadPlanException, IOException, InterruptedException {
    OrderPlan plan = OrderPlan.read(folder);
    WallClock clock = new WallClock();
    RequestLog log = new RequestLog(folder, clock);
    CompletionMails mails = new CompletionMails(plan.mails(), plan.completion());
    if (plan.closed()) {
      Thread reader = new Thread(mails, "completion-mails");
      reader.setDaemon(true);
      // Without it every sender would wait in vain.
      reader.setUncaughtExceptionHandler((thread, gone) -> PROGRAM.fail(gone.getMessage()));
      reader.start();
    }
    Submitters submitters = new Submitters(plan, mails, log, clock);
    List<Map<String, Entrance>> entrances;
    try {
      entrances = entrances(plan);
    } catch (JMSException refused) {
      PROGRAM.fail("the broker cannot be reached: " + refused.getMessage());
      return;
    }
    PROGRAM.endsWith(() -> end(plan, submitters, log));
    submitters.begin(entrances);
    if (!submitters.sufficeFor(plan.durationMs())) {
      throw new BadPlanException(
          "orders.csv: expected more than %d orders".formatted(plan.orders().size()));
    }
    end(plan, submitters, log);
  }

  private static List<Map<String, Entrance>> entrances(OrderPlan plan) throws JMSException {
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    Connection connection = null;
    if (plan.entrances().contains(OrderPlan.JMS)) {
      connection = connection(plan);
      connection.start();
    }
    List<Map<String, Entrance>> entrances = new ArrayList<>();
    for (int thread = 0; thread < plan.atOnce(); thread++) {
      Map<String, Entrance> ofThread = new HashMap<>();
      ofThread.put(
          OrderPlan.SOAP,
          new SoapEntrance(
              client, plan.service(), plan.user(), plan.password(), ANSWER_TIMEOUT));
      if (connection != null) {
        ofThread.put(OrderPlan.JMS, new JmsEntrance(connection));
      }
      entrances.add(ofThread);
    }
    return entrances;
  }

  private static Connection connection(OrderPlan plan) throws JMSException {
    // Its threads and sessions end with the process.
    ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(plan.broker());
    return factory.createConnection(plan.user(), plan.password());
  }

  private static void end(OrderPlan plan, Submitters submitters, RequestLog log)
      throws IOException, InterruptedException {
    submitters.end(plan.answersTimeoutMs());
    log.close(() -> submitters.due(System.nanoTime()), submitters::blocked, submitters::unanswered);
  }
}
