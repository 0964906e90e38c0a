package org.petlab.recording;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;

/** What a thread waited for while a step or a page was its work, by the JVM's own events. */
final class Waits {

  /** All that a thread waited, in ns. */
  static final String WAIT = "wait";

  /** Of it for a lock that another thread held, in ns. */
  static final String LOCK = "lock";

  /** How often it waited for the answer of another process: a round trip. */
  static final String ANSWER = "answer";

  /** How often it had its process force what it wrote to the disk. */
  static final String FORCE = "force";

  static final Set<String> KINDS = Set.of(WAIT, LOCK, ANSWER, FORCE);

  /** Those that are counted, whatever they took. */
  static final Set<String> COUNTED = Set.of(ANSWER, FORCE);

  private static final String READ = "jdk.SocketRead";
  private static final String PARK = "jdk.ThreadPark";
  private static final String LOCKED = "jdk.JavaMonitorEnter";
  private static final String NOTIFIED = "jdk.JavaMonitorWait";
  private static final String FORCED = "jdk.FileForce";
  private static final Set<String> EVENTS = Set.of(READ, PARK, LOCKED, NOTIFIED, FORCED);

  private static final String BROKER = "broker client";
  private static final Set<String> SERVING = Set.of("HTTP", "server");

  /** In which a thread of a pool waits for work. */
  private static final Set<String> IDLE = Set.of("getTask", "getIoTask");

  private Waits() {}

  static boolean has(String event) {
    return EVENTS.contains(event);
  }

  /**
   * As what an event counts.
   *
   * @param layer the layer of its innermost frame that is not the JDK's
   */
  static List<String> kindsOf(RecordedEvent event, String layer) {
    List<String> kinds = new ArrayList<>();
    if (!isIdle(event.getStackTrace())) {
      kinds.add(WAIT);
      if (event.getEventType().getName().equals(FORCED)) {
        kinds.add(FORCE);
      } else if (isLock(event)) {
        kinds.add(LOCK);
      } else if (isAnswer(event.getEventType().getName(), layer)) {
        kinds.add(ANSWER);
      }
    }
    return kinds;
  }

  /** Broker clients wait until another thread has read the answer, all others read it. */
  private static boolean isAnswer(String event, String layer) {
    return event.equals(READ) ? !SERVING.contains(layer) : layer.equals(BROKER);
  }

  private static boolean isLock(RecordedEvent event) {
    String name = event.getEventType().getName();
    if (!name.equals(PARK)) {
      return name.equals(LOCKED);
    }
    RecordedClass parked = event.getClass("parkedClass");
    return parked != null && parked.getName().startsWith("java.util.concurrent.locks.Reentrant");
  }

  private static boolean isIdle(RecordedStackTrace trace) {
    return trace != null
        && trace.getFrames().stream().anyMatch(frame -> IDLE.contains(frame.getMethod().getName()));
  }
}
