package org.petlab.recording;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;

/**
 * What all threads of each JVM had allocated when the measuring window began and when it ended.
 *
 * <p>The JVM reports each living thread once a second; between two reports it is taken to have
 * allocated evenly. A thread that was born in the window began with nothing; one that died in it
 * counts up to its last report.
 */
final class Allocation {

  static final String EVENT = "jdk.ThreadAllocationStatistics";
  static final String FILE = "allocation.csv";
  static final String HEADER = "jvm,begin_bytes,end_bytes";

  private final Window window;
  private final Map<String, Map<Long, Allocated>> threadsByJvm = new LinkedHashMap<>();

  Allocation(Window window) {
    this.window = window;
  }

  void add(String jvm, RecordedEvent event) {
    long thread = event.getThread("thread") == null ? 0 : event.getThread("thread").getId();
    Map<Long, Allocated> threads = threadsByJvm.computeIfAbsent(jvm, name -> new HashMap<>());
    threads
        .computeIfAbsent(thread, id -> new Allocated(window))
        .report(EpochNanos.of(event.getStartTime()), event.getLong("allocated"));
  }

  void write(Path folder) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(folder.resolve(FILE))) {
      out.write(HEADER + "\n");
      for (Map.Entry<String, Map<Long, Allocated>> jvm : threadsByJvm.entrySet()) {
        long begin = jvm.getValue().values().stream().mapToLong(Allocated::atBegin).sum();
        long end = jvm.getValue().values().stream().mapToLong(Allocated::atEnd).sum();
        out.write(new CsvRow().text(jvm.getKey()).number(begin).number(end).take());
      }
    }
  }

  /** The two readings of one thread. */
  private static final class Allocated {
    private final ReportedCounter begin;
    private final ReportedCounter end;

    Allocated(Window window) {
      begin = new ReportedCounter(window.beginNs());
      end = new ReportedCounter(window.endNs());
    }

    void report(long wallNs, long bytes) {
      begin.report(wallNs, bytes);
      end.report(wallNs, bytes);
    }

    long atBegin() {
      return begin.value();
    }

    long atEnd() {
      return end.value();
    }
  }
}
