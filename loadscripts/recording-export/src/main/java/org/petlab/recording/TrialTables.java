package org.petlab.recording;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** All tables of one trial, open until every recording has been read. */
final class TrialTables implements AutoCloseable {

  private static final String DATA_LOSS = "jdk.DataLoss";

  private final Path folder;
  private final Allocation allocation;
  private final Profile profile;
  private final Map<String, OpenTable> tables = new LinkedHashMap<>();
  private long dataLosses;

  TrialTables(Path folder, Window window) throws IOException {
    this.folder = folder;
    this.allocation = new Allocation(window);
    this.profile = new Profile(window);
    for (EventTable table : EventTable.all()) {
      tables.put(table.event(), new OpenTable(table, folder));
    }
  }

  void addAll(Recording recording) throws IOException {
    try (RecordingFile file = new RecordingFile(recording.file())) {
      while (file.hasMoreEvents()) {
        add(recording.jvm(), file.readEvent());
      }
    }
    profile.endOf(recording.jvm());
  }

  private void add(String jvm, RecordedEvent event) throws IOException {
    profile.add(event);
    String name = event.getEventType().getName();
    OpenTable table = tables.get(name);
    if (table != null) {
      table.add(jvm, event);
    } else if (name.equals(Allocation.EVENT)) {
      allocation.add(jvm, event);
    } else if (name.equals(DATA_LOSS)) {
      dataLosses++;
    }
  }

  /** One line of JSON: rows of each table and the number of data losses. */
  String summary() {
    StringBuilder json = new StringBuilder("{");
    for (OpenTable table : tables.values()) {
      json.append('"').append(table.name()).append("\": ").append(table.rows).append(", ");
    }
    return json.append("\"data_loss\": ").append(dataLosses).append('}').toString();
  }

  @Override
  public void close() throws IOException {
    allocation.write(folder);
    profile.write(folder);
    for (OpenTable table : tables.values()) {
      table.out.close();
    }
  }

  private static final class OpenTable {
    private final EventTable table;
    private final BufferedWriter out;
    private final CsvRow row = new CsvRow();
    private long rows;

    OpenTable(EventTable table, Path folder) throws IOException {
      this.table = table;
      this.out = Files.newBufferedWriter(folder.resolve(table.file()));
      out.write(table.header() + "\n");
    }

    String name() {
      return table.file().replace(".csv", "");
    }

    void add(String jvm, RecordedEvent event) throws IOException {
      table.filler().fill(row, jvm, event);
      out.write(row.take());
      rows++;
    }
  }
}
