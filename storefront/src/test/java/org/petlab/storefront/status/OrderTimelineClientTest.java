package org.petlab.storefront.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.petlab.workflow.access.ApplicationClient;
import org.petlab.workflow.kernel.Application;
import org.petlab.workflow.kernel.BedSettings;

/** Order pages, and an order processing center that answers, fails or hangs. */
@Timeout(30)
class OrderTimelineClientTest {
  private final Map<String, HttpResponse<String>> answers =
      Map.of(
          "/orders/10001/timeline", response(200, OrderTimelineTest.APPROVED),
          "/orders/10002/timeline", response(503, "Too many requests"),
          "/orders/10002/state", response(200, "COMPLETED\n"),
          "/orders/10003/timeline", response(404, "There is no such order"),
          "/orders/10003/state", response(404, "There is no such order"));
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final CountDownLatch timedOut = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final OpcClient opc =
      new OpcClient(
          new ApplicationClient() {
            @Override
            public HttpResponse<String> get(Application application, String path)
                throws IOException {
              requests.add(path);
              return answer(path);
            }
          });
  private final OrderTimelineClient timelines = new OrderTimelineClient(opc);

  @AfterEach
  void end() {
    timedOut.countDown();
    threads.close();
  }

  @Test
  void whereTheTimelineCannotBeHadTheStateIsAskedFor() {
    assertThat(timelines.of("10001").steps()).hasSize(2);
    assertThat(timelines.of("10002").state()).isEqualTo(OrderStatus.COMPLETED);
    assertThat(timelines.of("10003").state()).isEqualTo(OrderStatus.ON_ITS_WAY);
  }

  @Test
  void ofManyPagesAFewWaitForOneThatHangs() throws Exception {
    List<Future<OrderTimeline>> pages =
        IntStream.range(0, 64)
            .mapToObj(page -> threads.submit(() -> timelines.of("hangs")))
            .toList();
    awaitDone(pages, 48);
    timedOut.countDown();
    for (Future<OrderTimeline> page : pages) {
      assertThat(page.get()).isEqualTo(OrderTimeline.of(OrderStatus.UNKNOWN));
    }
    assertThat(requests).hasSize(16);
  }

  @Test
  void whoDidNotAnswerIsNotAskedForTheRestOfThePageOrForTheNextOne() {
    timedOut.countDown();
    assertThat(timelines.of("hangs").state()).isEqualTo(OrderStatus.UNKNOWN);
    assertThat(new OrderMails(opc, mailsKept()).of("hangs")).isEqualTo(OrderMailList.NONE);
    assertThat(timelines.of("10001").state()).isEqualTo(OrderStatus.UNKNOWN);
    assertThat(timelines.statesOf(List.of("10001"))).isEqualTo(OrderStates.UNKNOWN);
    assertThat(requests).containsExactly("/orders/hangs/timeline");
  }

  private HttpResponse<String> answer(String path) throws IOException {
    HttpResponse<String> answer = answers.get(path);
    if (answer == null) {
      await();
      throw new HttpTimeoutException("request timed out");
    }
    return answer;
  }

  private void await() throws IOException {
    try {
      timedOut.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void awaitDone(List<Future<OrderTimeline>> pages, int number) {
    long endNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (pages.stream().filter(Future::isDone).count() < number) {
      assertThat(System.nanoTime()).as("until %d pages are there", number).isLessThan(endNs);
      Thread.onSpinWait();
    }
  }

  private static BedSettings mailsKept() {
    Properties bed = new Properties();
    bed.put("mails.kept", "5000");
    return new BedSettings(bed);
  }

  @SuppressWarnings("unchecked")
  private static HttpResponse<String> response(int status, String body) {
    return (HttpResponse<String>)
        Proxy.newProxyInstance(
            HttpResponse.class.getClassLoader(),
            new Class<?>[] {HttpResponse.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "statusCode" -> status;
                  case "body" -> body;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
