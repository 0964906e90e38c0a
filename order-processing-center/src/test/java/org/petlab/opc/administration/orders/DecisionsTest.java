package org.petlab.opc.administration.orders;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionalException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.petlab.documents.Decision;
import org.petlab.opc.administration.orders.Decisions.Decided;
import org.petlab.opc.approving.ManualApproval;
import org.petlab.pages.HttpProblem;

class DecisionsTest {
  private static final Map<String, RuntimeException> FAILURES =
      Map.of(
          "10002", HttpProblem.conflict("Order 10002 does not wait for a decision: it is DENIED."),
          "10003", new TransactionalException("on purpose", new RollbackException()),
          "10004", new TransactionalException("on purpose", new HeuristicMixedException()));

  private final Decisions decisions =
      new Decisions(
          new ManualApproval() {
            @Override
            public void decide(String orderId, Decision decision) {
              if (FAILURES.containsKey(orderId)) {
                throw FAILURES.get(orderId);
              }
            }
          });

  @Test
  void eachOrderIsToldWhatBecameOfItWhateverBecomesOfTheOthers() {
    List<String> orders = List.of("10001", "10002", "10003", "10004", "10005");

    List<Decided> decided = decisions.decide(orders, Decision.APPROVED).decisions();

    assertThat(decided).extracting(Decided::orderId).containsExactlyElementsOf(orders);
    assertThat(decided).extracting(Decided::taken).containsExactly(true, false, false, false, true);
    assertThat(decided)
        .extracting(Decided::reason)
        .containsExactly(
            null,
            "Order 10002 does not wait for a decision: it is DENIED.",
            "The decision on order 10003 could not be taken: please try again.",
            "Whether the decision on order 10004 was taken is not known: look at the order, or"
                + " decide the same again.",
            null);
  }

  @Test
  void afterOneThatFailedSlowlyNoneIsTriedAsTheBrokerMayHang() {
    List<String> asked = new ArrayList<>();
    AtomicLong now = new AtomicLong();
    ManualApproval hanging =
        new ManualApproval() {
          @Override
          public void decide(String orderId, Decision decision) {
            asked.add(orderId);
            if (orderId.equals("10002")) {
              now.addAndGet(TimeUnit.SECONDS.toNanos(5));
              throw new TransactionalException("on purpose", new RollbackException());
            }
          }
        };

    List<Decided> decided =
        new Decisions(hanging, now::get)
            .decide(List.of("10001", "10002", "10003"), Decision.DENIED)
            .decisions();

    assertThat(asked).containsExactly("10001", "10002");
    assertThat(decided).extracting(Decided::taken).containsExactly(true, false, false);
    assertThat(decided.getLast().reason())
        .isEqualTo(
            "The decision on order 10003 was not tried, as one before it failed after a long time:"
                + " please try again later.");
  }
}
