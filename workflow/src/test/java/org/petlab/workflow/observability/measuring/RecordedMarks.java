package org.petlab.workflow.observability.measuring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** A recording of Petlab's own events, as the lab makes one. */
final class RecordedMarks implements AutoCloseable {
  private static final List<String> EVENTS =
      List.of("petlab.Point", "petlab.Call", "petlab.Step", "petlab.Request", "petlab.Page");

  private final Recording recording = new Recording();

  /** Begins a recording that does not ask for these events. */
  static RecordedMarks withoutThem() {
    RecordedMarks marks = new RecordedMarks();
    EVENTS.forEach(marks.recording::disable);
    marks.recording.start();
    return marks;
  }

  static RecordedMarks begin() {
    RecordedMarks marks = withoutThem();
    marks.askForThem();
    return marks;
  }

  void askForThem() {
    EVENTS.forEach(recording::enable);
  }

  /** Petlab's events so far. */
  List<RecordedEvent> events() throws IOException {
    Path file = Files.createTempFile("marks", ".jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> EVENTS.contains(event.getEventType().getName()))
          .toList();
    } finally {
      Files.delete(file);
    }
  }

  @Override
  public void close() {
    recording.close();
  }
}
