"""Flight recordings of a real JVM, begun and ended from outside."""

import csv
import subprocess
import time
from pathlib import Path

import pytest

from deploy.bed.standing_bed import ServerJvm
from deploy.host.jdk import Jdk
from loadscripts.probes.flight_recording import FlightRecorder
from loadscripts.tests.java_programs import compiled
from loadscripts.trial_errors import RecordingError

COLLECTING = """
public class Collecting {
  public static void main(String[] arguments) throws Exception {
    System.out.println("begun");
    while (true) {
      byte[] garbage = new byte[1 << 20];
      System.gc();
      java.util.concurrent.locks.LockSupport.parkNanos(1); // it waits, too
      for (long until = System.nanoTime() + 20_000_000; System.nanoTime() < until; ) {
        garbage[0] ^= until; // code of Java runs, which is what a profile has samples of
      }
    }
  }
}
"""


@pytest.fixture
def recorder():
    return FlightRecorder(Jdk.of_this_run())


@pytest.fixture
def jvm(recorder, tmp_path):
    classes = compiled("Collecting", COLLECTING, tmp_path)
    command = [recorder.jdk.java, "-Xmx64m", "-XX:+UseSerialGC", "-cp", classes, "Collecting"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield ServerJvm("server", process.pid, tmp_path / "gc.log", tmp_path / "server.log", ("opc",))
        process.kill()


def test_what_a_jvm_did_meanwhile_is_in_the_tables(recorder, jvm, tmp_path):
    begin_ns = time.time_ns()
    with recorder.recording([jvm], tmp_path / "recordings"):
        time.sleep(2.2)  # allocation is reported each second
    window_ns = begin_ns, time.time_ns()

    exported = recorder.export([jvm], tmp_path / "recordings", tmp_path / "tables", window_ns)

    collections = rows(tmp_path / "tables" / "collections.csv")
    assert exported.counts["collections"] == len(collections) > 10
    assert exported.data_loss == 0
    assert all(begin_ns - 10**9 < int(row["begin_ns"]) < window_ns[1] for row in collections)
    allocation = rows(tmp_path / "tables" / "allocation.csv")[0]
    assert int(allocation["end_bytes"]) - int(allocation["begin_bytes"]) > 10 * 2**20


@pytest.mark.parametrize("profile", [False, True])
def test_samples_are_taken_of_a_profiled_jvm_only(recorder, jvm, tmp_path, profile):
    begin_ns = time.time_ns()
    with recorder.recording([jvm], tmp_path / "recordings", profile=profile):
        time.sleep(1.2)
    window_ns = begin_ns, time.time_ns()

    recorder.export([jvm], tmp_path / "recordings", tmp_path / "tables", window_ns)

    sampled = {row["kind"] for row in rows(tmp_path / "tables" / "profile.csv")}
    # It waits outside of all steps and pages, which nobody asks about.
    assert sampled == ({"cpu", "allocation"} if profile else set())
    file = tmp_path / "recordings" / "server.jfr"
    seen = subprocess.run(
        [recorder.jdk.home / "bin/jfr", "summary", file], capture_output=True, text=True, check=True
    ).stdout
    waited = sum(int(line.split()[1]) for line in seen.splitlines() if line.startswith(" jdk.ThreadPark"))
    assert (waited > 0) == profile


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("7:\nOpenJDK 64-Bit Server VM version 24.0.2+12\nJDK 24.0.2\n", "of 25 or newer, .* server runs on 24: name"),
        ("7: No such process\n", "JVM server: its version is not known: 7: No such process"),
    ],
)
def test_a_server_of_another_jdk_than_this_run_s_is_asked_whether_it_can_be_profiled(
    recorder, tmp_path, monkeypatch, told, reason
):
    asked = []

    def jcmd(self, jvm, *words):
        asked.append((jvm.name, words))
        return told

    monkeypatch.setattr(FlightRecorder, "_jcmd", jcmd)
    server = ServerJvm("server", 7, Path("gc.log"), Path("server.log"), ("opc",))
    with pytest.raises(RecordingError, match=reason), recorder.recording([server], tmp_path / "r", profile=True):
        pass
    assert asked == [("server", ("VM.version",))], "and no recording is begun"


def test_the_options_in_effect_are_told_with_what_the_jvm_chose(recorder, jvm):
    [flags] = recorder.flags([jvm]).values()
    assert {"-XX:+UseSerialGC", f"-XX:MaxHeapSize={64 * 2**20}"} <= set(flags)
    assert any(flag.startswith("-XX:MaxNewSize=") for flag in flags), "which nobody has set"


def test_a_recording_can_be_made_again_after_an_interruption(recorder, jvm, tmp_path):
    with pytest.raises(KeyboardInterrupt), recorder.recording([jvm], tmp_path / "first"):
        raise KeyboardInterrupt

    with recorder.recording([jvm], tmp_path / "my second"):
        pass

    assert (tmp_path / "my second" / "server.jfr").stat().st_size > 0
    recorder._unended.add(jvm.pid)
    recorder.require_none([jvm])  # it has none, and says so


def test_a_jvm_that_answers_too_late_is_told_to_stop_too(recorder, tmp_path, monkeypatch):
    """It may have begun: the trials after this one would be recorded, whatever they ask for."""
    told = []

    def late(_, jvm, command, *words):
        told.append(f"{jvm.name} {command}")
        return "no answer within 60 s"

    monkeypatch.setattr(FlightRecorder, "_jcmd", late)
    jvm = ServerJvm("server", 1, Path("gc.log"), Path("server.log"), ("opc",))
    with pytest.raises(RecordingError, match="did not begin: no answer"), recorder.recording([jvm], tmp_path):
        pass
    assert told == ["server JFR.start", "server JFR.stop"]


def test_a_jvm_that_does_not_end_its_recording_keeps_no_other_from_ending_and_is_told_again(
    recorder, tmp_path, monkeypatch
):
    """Else the broker goes on recording, and each later trial ends the recording of the one before it."""
    told, answers = [], {"JFR.start": "Started recording 1.", "JFR.stop": "no answer within 60 s"}

    def jcmd(_, jvm, command, *words):
        told.append(f"{jvm.name} {command}")
        return "Stopped recording" if (jvm.name, command) == ("broker", "JFR.stop") else answers[command]

    monkeypatch.setattr(FlightRecorder, "_jcmd", jcmd)
    jvms = [
        ServerJvm(name, pid, Path("gc.log"), Path("server.log"), ("opc",))
        for pid, name in enumerate(("server", "broker"), start=1)
    ]
    unended = "server: its flight recording did not end: no answer"
    with pytest.raises(RecordingError, match=unended), recorder.recording(jvms, tmp_path):
        pass
    assert told[2:] == ["server JFR.stop", "broker JFR.stop"]
    told.clear()
    with pytest.raises(
        RecordingError, match="server: the flight recording of an earlier trial does not end: no answer"
    ):
        recorder.require_none(jvms)
    answers["JFR.stop"] = 'Could not stop recording "petlab".'
    recorder.require_none(jvms)
    recorder.require_none(jvms)
    assert told == ["server JFR.stop", "server JFR.stop"]
    with pytest.raises(RecordingError, match="did not end: Could not stop"), recorder.recording(jvms, tmp_path):
        pass


def test_a_jvm_that_is_no_more_cannot_be_recorded(recorder, tmp_path):
    gone = ServerJvm("server", 2**22 + 1, Path("gc.log"), Path("server.log"), ("opc",))

    with (
        pytest.raises(RecordingError, match="JVM server: its flight recording did not begin"),
        recorder.recording([gone], tmp_path),
    ):
        pass
    with pytest.raises(RecordingError, match="JVM server: its options are not known: "):
        recorder.flags([gone])


def test_a_broken_recording_is_said(recorder, jvm, tmp_path):
    (tmp_path / "server.jfr").write_text("nothing")

    with pytest.raises(RecordingError, match="cannot be read"):
        recorder.export([jvm], tmp_path, tmp_path / "tables", (0, 1))


def rows(file):
    with file.open() as lines:
        return list(csv.DictReader(lines))
