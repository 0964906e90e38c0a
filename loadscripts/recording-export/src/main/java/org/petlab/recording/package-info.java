/**
 * From the flight recordings of one trial to the tables of its folder.
 *
 * <p>{@link org.petlab.recording.RecordingExport} reads each recording once, event by event. Each
 * event goes to the {@link org.petlab.recording.EventTable} of its name, which writes one line of
 * CSV; {@link org.petlab.recording.Allocation} alone keeps sums until the end. The columns are
 * those of the record schemas in {@code shared-schemas}.
 */
package org.petlab.recording;
