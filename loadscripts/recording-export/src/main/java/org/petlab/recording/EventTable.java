package org.petlab.recording;

import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/**
 * One table of the trial folder: the name of the events that it holds, its columns, and how an
 * event becomes a row.
 *
 * @param event name of the JFR event
 * @param file name of the file in the trial folder
 * @param header the columns, separated by commas
 * @param filler writes the cells of one event in the order of the columns
 */
record EventTable(String event, String file, String header, Filler filler) {

  @FunctionalInterface
  interface Filler {
    void fill(CsvRow row, String jvm, RecordedEvent event);
  }

  /** Every table that is one line an event. */
  static List<EventTable> all() {
    return List.of(
        points(), calls(), steps(), requests(), collections(), pauses(), collectorTimes());
  }

  private static EventTable points() {
    return new EventTable(
        "petlab.Point",
        "points.csv",
        "wall_ns,jvm,point,order_id,phase",
        (row, jvm, event) ->
            row.number(event.getLong("wallNanos"))
                .text(jvm)
                .text(event.getString("point"))
                .text(event.getString("orderId"))
                .text(event.getString("phase")));
  }

  private static EventTable calls() {
    return new EventTable(
        "petlab.Call",
        "calls.csv",
        "begin_ns,duration_ns,jvm,transition,delegate,order_id,document_id,phase,outcome,"
            + "cpu_ns",
        (row, jvm, event) ->
            row.number(event.getLong("wallNanos"))
                .number(event.getDuration().toNanos())
                .text(jvm)
                .text(event.getString("transition"))
                .text(event.getString("delegate"))
                .text(event.getString("orderId"))
                .text(event.getString("documentId"))
                .text(event.getString("phase"))
                .text(event.getString("outcome"))
                .numberIfKnown(event.getLong("cpuNanos")));
  }

  private static EventTable steps() {
    return new EventTable(
        "petlab.Step",
        "steps.csv",
        "begin_ns,duration_ns,work_ns,commit_ns,wait_ns,jvm,step,order_id,document_id,deliveries,"
            + "phase,outcome,cpu_ns",
        (row, jvm, event) ->
            row.number(event.getLong("wallNanos"))
                .number(event.getDuration().toNanos())
                .number(event.getLong("workNanos"))
                .number(event.getLong("commitNanos"))
                .number(event.getLong("waitNanos"))
                .text(jvm)
                .text(event.getString("step"))
                .text(event.getString("orderId"))
                .text(event.getString("documentId"))
                .number(event.getInt("deliveries"))
                .text(event.getString("phase"))
                .text(event.getString("outcome"))
                .numberIfKnown(event.getLong("cpuNanos")));
  }

  private static EventTable requests() {
    return new EventTable(
        "petlab.Request",
        "service_requests.csv",
        "begin_ns,duration_ns,cpu_ns,jvm,entrance,order_id,phase,outcome",
        (row, jvm, event) ->
            row.number(event.getLong("wallNanos"))
                .number(event.getDuration().toNanos())
                .numberIfKnown(event.getLong("cpuNanos"))
                .text(jvm)
                .text(event.getString("entrance"))
                .text(event.getString("orderId"))
                .text(event.getString("phase"))
                .text(event.getString("outcome")));
  }

  private static EventTable collections() {
    return new EventTable(
        "jdk.GarbageCollection",
        "collections.csv",
        "begin_ns,jvm,gc_id,collector,cause,duration_ns,sum_of_pauses_ns,longest_pause_ns",
        (row, jvm, event) ->
            row.number(EpochNanos.of(event.getStartTime()))
                .text(jvm)
                .number(event.getLong("gcId"))
                .text(event.getString("name"))
                .text(event.getString("cause"))
                .number(event.getDuration().toNanos())
                .number(event.getDuration("sumOfPauses").toNanos())
                .number(event.getDuration("longestPause").toNanos()));
  }

  private static EventTable pauses() {
    return new EventTable(
        "jdk.GCPhasePause",
        "pauses.csv",
        "begin_ns,jvm,gc_id,name,duration_ns",
        (row, jvm, event) ->
            row.number(EpochNanos.of(event.getStartTime()))
                .text(jvm)
                .number(event.getLong("gcId"))
                .text(event.getString("name"))
                .number(event.getDuration().toNanos()));
  }

  private static EventTable collectorTimes() {
    return new EventTable(
        "jdk.GCCPUTime",
        "collector_times.csv",
        "wall_ns,jvm,gc_id,user_ns,system_ns,real_ns",
        (row, jvm, event) ->
            row.number(EpochNanos.of(event.getStartTime()))
                .text(jvm)
                .number(event.getLong("gcId"))
                .number(event.getDuration("userTime").toNanos())
                .number(event.getDuration("systemTime").toNanos())
                .number(event.getDuration("realTime").toNanos()));
  }
}
