package org.petlab.recording;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/**
 * Where CPU time, memory and waiting went in the measuring window: samples by what their thread was
 * doing and by the layers through which it came there.
 *
 * <p>A sample belongs to the innermost step, request or page that its thread was in; outside of
 * all, to its pool of threads. Outside of all, those wait for an order that serve pages, and no
 * others.
 */
final class Profile {

  static final String FILE = "profile.csv";
  static final String HEADER = "jvm,kind,activity,path,layer,leaf,samples,amount";

  private static final String CPU_SAMPLE = "jdk.CPUTimeSample";
  private static final String ALLOCATION_SAMPLE = "jdk.ObjectAllocationSample";
  private static final Map<String, Activity> ACTIVITIES =
      Map.of(
          "petlab.Step", new Activity("step", "step"),
          "petlab.Request", new Activity("request", "entrance"),
          "petlab.Page", new Activity("page", "page"));
  private static final String UNKNOWN = "unknown";
  private static final String PAGES = "http-thread-pool";

  private final Window window;
  private final Map<Long, List<Interval>> intervalsByThread = new HashMap<>();
  private final List<Sample> samples = new ArrayList<>();
  private final Map<Key, Total> totals = new TreeMap<>();

  Profile(Window window) {
    this.window = window;
  }

  /** Takes what it needs of an event of a JVM. */
  void add(RecordedEvent event) {
    String name = event.getEventType().getName();
    if (ACTIVITIES.containsKey(name)) {
      addActivity(event, ACTIVITIES.get(name));
    } else if (name.equals(CPU_SAMPLE)) {
      addSample("cpu", event, event.getDuration("samplingPeriod").toNanos());
    } else if (name.equals(ALLOCATION_SAMPLE)) {
      addSample("allocation", event, event.getLong("weight"));
    } else if (Waits.has(name)) {
      for (String kind : Waits.kindsOf(event, Way.of(event.getStackTrace()).layer)) {
        addSample(kind, event, Waits.COUNTED.contains(kind) ? 1 : event.getDuration().toNanos());
      }
    }
  }

  private void addActivity(RecordedEvent event, Activity activity) {
    if (event.getThread() != null) {
      intervalsByThread
          .computeIfAbsent(event.getThread().getId(), thread -> new ArrayList<>())
          .add(
              new Interval(
                  EpochNanos.of(event.getStartTime()),
                  EpochNanos.of(event.getEndTime()),
                  activity.kind + " " + event.getString(activity.field)));
    }
  }

  private void addSample(String kind, RecordedEvent event, long amount) {
    long atNs = EpochNanos.of(event.getStartTime());
    RecordedThread thread =
        event.hasField("eventThread") ? event.getThread("eventThread") : event.getThread();
    if (atNs >= window.beginNs() && atNs < window.endNs() && thread != null) {
      samples.add(
          new Sample(
              kind, thread.getId(), pool(thread), atNs, amount, Way.of(event.getStackTrace())));
    }
  }

  /** The name of a thread without what counts threads. */
  private static String pool(RecordedThread thread) {
    String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    return name == null ? UNKNOWN : name.replaceAll("[0-9]+", "#");
  }

  /** All events of a JVM have been added; those of the next one may come. */
  void endOf(String jvm) {
    for (Sample sample : samples) {
      Interval activity = activityOf(sample);
      if (activity != null || isWork(sample)) {
        String name = activity == null ? sample.pool : activity.activity;
        Key key = new Key(jvm, sample.kind, name, sample.way);
        totals.computeIfAbsent(key, any -> new Total()).add(sample.amount);
      }
    }
    samples.clear();
    intervalsByThread.clear();
  }

  /**
   * Whether a sample outside of all steps and requests is worth telling: a pool's waiting is not.
   */
  private static boolean isWork(Sample sample) {
    return !Waits.KINDS.contains(sample.kind) || sample.pool.startsWith(PAGES);
  }

  /** The innermost; null outside of all. */
  private Interval activityOf(Sample sample) {
    Interval innermost = null;
    for (Interval each : intervalsByThread.getOrDefault(sample.thread, List.of())) {
      if (each.contains(sample.atNs) && (innermost == null || each.beginNs >= innermost.beginNs)) {
        innermost = each;
      }
    }
    return innermost;
  }

  void write(Path folder) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(FILE))) {
      out.write(HEADER + "\n");
      for (Map.Entry<Key, Total> each : totals.entrySet()) {
        Key key = each.getKey();
        out.write(
            new CsvRow()
                .text(key.jvm)
                .text(key.kind)
                .text(key.activity)
                .text(key.way.path)
                .text(key.way.layer)
                .text(key.way.leaf)
                .number(each.getValue().samples)
                .number(each.getValue().amount)
                .take());
      }
    }
  }

  /**
   * What an event tells of.
   *
   * @param field of the event, which has the name
   */
  private record Activity(String kind, String field) {}

  private record Interval(long beginNs, long endNs, String activity) {
    boolean contains(long atNs) {
      return atNs >= beginNs && atNs < endNs;
    }
  }

  private record Sample(String kind, long thread, String pool, long atNs, long amount, Way way) {}

  /**
   * How a thread came to where it was.
   *
   * @param path the layers from the outermost, each once where several frames of it follow; of
   *     Petlab's own code the classes
   * @param layer the last one of them
   * @param leaf class and method of the innermost frame
   */
  private record Way(String path, String layer, String leaf) {

    static Way of(RecordedStackTrace trace) {
      if (trace == null || trace.getFrames().isEmpty()) {
        return new Way(UNKNOWN, UNKNOWN, UNKNOWN);
      }
      List<RecordedFrame> frames = trace.getFrames();
      List<String> path = new ArrayList<>();
      String innermost = "JDK";
      for (RecordedFrame frame : frames.reversed()) {
        String className = frame.getMethod().getType().getName();
        String layer = Layers.of(className);
        if (!layer.equals(Layers.CALLER)) {
          innermost = layer;
          String name = layer.equals(Layers.OWN) ? Layers.simpleName(className) : layer;
          if (path.isEmpty() || !path.getLast().equals(name)) {
            path.add(name);
          }
        }
      }
      if (path.isEmpty()) {
        path.add(innermost);
      }
      RecordedFrame top = frames.getFirst();
      String leaf =
          Layers.simpleName(top.getMethod().getType().getName()) + "." + top.getMethod().getName();
      return new Way(String.join(";", path), innermost, leaf);
    }
  }

  private record Key(String jvm, String kind, String activity, Way way) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      return name().compareTo(other.name());
    }

    private String name() {
      return String.join("\0", jvm, kind, activity, way.path, way.leaf);
    }
  }

  private static final class Total {
    private long samples;
    private long amount;

    void add(long more) {
      samples++;
      amount += more;
    }
  }
}
