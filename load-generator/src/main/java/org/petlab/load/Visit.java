package org.petlab.load;

import io.hyperfoil.api.session.Session;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.petlab.load.LoadPlan.RequestTemplate;

/** What one session does with one arrival: the requests of the scenario, one after the other. */
final class Visit implements Session.Resource {
  /** Under which each session keeps its visit. */
  static final class Key implements Session.ResourceKey<Visit> {
    private static final long serialVersionUID = 1L;
  }

  static final Key KEY = new Key();

  private static final int MAX_PAGE_BYTES = 1 << 20;
  private static final byte[] NOTHING = new byte[0];

  private final LoadPlan plan;
  private final Arrivals arrivals;
  private final RequestLog log;
  private final DueRequests dueRequests;
  private final ByteArrayOutputStream page = new ByteArrayOutputStream();

  private Optional<PlannedSession> customer = Optional.empty();
  private int index;
  private long intended;
  private long sentAt;
  private long lastEnd;
  private int status;
  private long bytes;
  private boolean answered;
  private boolean underWay;

  Visit(LoadPlan plan, Arrivals arrivals, RequestLog log, DueRequests dueRequests) {
    this.plan = plan;
    this.arrivals = arrivals;
    this.log = log;
    this.dueRequests = dueRequests;
  }

  static Visit of(Session session) {
    return session.getResource(KEY);
  }

  /** The first request is due with the arrival, a later one when the customer has thought. */
  void plan(Session session, int request) {
    index = request;
    if (request == 0) {
      customer = arrivals.take();
    }
    if (customer.isEmpty()) {
      intended = Long.MAX_VALUE;
      return;
    }
    PlannedSession who = customer.get();
    intended = request == 0 ? arrivals.dueNanoTime(who) : lastEnd + who.thinkNs()[request - 1];
    dueRequests.planned(this, intended);
    long wait = intended - System.nanoTime();
    if (wait > 0) {
      session.executor().schedule(session.runTask(), wait, TimeUnit.NANOSECONDS);
    }
  }

  /** Whether the request is to be sent now. */
  boolean isDue() {
    if (customer.isEmpty() || System.nanoTime() < intended) {
      return false;
    }
    status = 0;
    bytes = 0;
    answered = false;
    page.reset();
    sentAt = intended;
    underWay = true;
    return true;
  }

  String path() {
    return customer.orElseThrow().filled(request().path());
  }

  ByteBuf form() {
    byte[] form = customer.orElseThrow().filled(request().form()).getBytes(StandardCharsets.UTF_8);
    return form.length == 0 ? Unpooled.wrappedBuffer(NOTHING) : Unpooled.wrappedBuffer(form);
  }

  private RequestTemplate request() {
    return plan.requests().get(index);
  }

  /** There is a connection, and the request is being written. */
  void sending() {
    sentAt = System.nanoTime();
    log.sent(index == 0);
  }

  void status(int told) {
    status = told;
  }

  void read(ByteBuf data, int offset, int length) {
    bytes += length;
    if (plan.answers() != null && page.size() + length <= MAX_PAGE_BYTES) {
      byte[] part = new byte[length];
      data.getBytes(offset, part);
      page.write(part, 0, length);
    }
  }

  /** The answer has arrived to its end. */
  void answered() {
    answered = true;
  }

  /** The request has ended, with a whole answer or without. */
  void ended() {
    if (!underWay) {
      return;
    }
    underWay = false;
    lastEnd = System.nanoTime();
    PlannedSession who = customer.orElseThrow();
    log.ended(who.number(), index, intended, sentAt, lastEnd, answered ? status : 0, bytes);
    if (answered && plan.answers() != null) {
      String account = who.values().getOrDefault("customer", "");
      plan.answers()
          .in(page.toString(StandardCharsets.UTF_8))
          .ifPresent(answer -> log.answered(sentAt, lastEnd, account, answer));
    }
    dueRequests.ended(this);
  }

  /** The session ends, or was ended: a request for which there was no connection, too. */
  @Override
  public void onSessionReset(Session session) {
    ended();
    dueRequests.ended(this);
    customer = Optional.empty();
  }
}
