"""`petlab gc` on the log and the flight recording of a program that runs here and now."""

# mypy: disable-error-code="no-untyped-def"

import re
import subprocess
import time
from pathlib import Path

import pytest

from analysis.analysis_errors import GcLogError
from analysis.tests.test_gc_report import RECORDED
from cli import gc_logs
from cli.gc_logs import pauses_of, seconds_of
from cli.tests.test_command_line import petlab
from deploy.host.jdk import Jdk


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Log and recording of 200 MB that go through a heap of 32."""
    folder = tmp_path_factory.mktemp("program")
    log, recording = folder / "gc.log", folder / "run.jfr"
    options = ["-Xmx32m", "-XX:+UseSerialGC", f"-Xlog:gc*,safepoint:file={log}", "-Xlog:jfr*=off"]
    options.append(f"-XX:StartFlightRecording=filename={recording},settings=profile")
    program = [str(RECORDED / "Allocation.java"), "200", "1000"]
    subprocess.run(
        [str(Jdk.of_this_run().java), *options, *program], check=True, timeout=120, cwd=folder, capture_output=True
    )
    return log, recording


def row(shown: str, name: str) -> list[str]:
    [line] = [line for line in shown.splitlines() if re.match(rf"│ {re.escape(name)} +│", line)]
    return [cell.strip() for cell in line.strip("│").split("│")][1:]


def test_log_and_recording_of_a_run_agree_in_number_and_time(run, tmp_path):
    log, recording = run
    shown = petlab("gc", str(log), "--jfr", str(recording), "--into", str(tmp_path / "page"))
    assert shown.returncode == 0, shown.stderr
    assert row(shown.stdout, "collector") == ["Serial"]
    [pauses], [recorded] = row(shown.stdout, "pauses"), row(shown.stdout, "pauses by the flight recording")
    # A recording begins when the JVM is up: the first collections are in the log alone.
    assert int(pauses) / 2 < int(recorded) <= int(pauses)
    [total], [by_recording] = (
        row(shown.stdout, "pauses, total (ms)"),
        row(shown.stdout, "total by the flight recording (ms)"),
    )
    assert 0.2 < float(by_recording) / float(total) < 1.1
    if recorded != pauses:
        assert f"the flight recording has {recorded} of its {pauses} pauses" in " ".join(shown.stdout.split())
    assert shown.stdout.splitlines()[-1] == str(tmp_path / "page" / "report.html")
    assert (tmp_path / "page" / "report.html").read_text().count("<figure") == 2


def test_a_recording_for_each_log_or_none(run):
    log, recording = run
    shown = petlab("gc", str(log), str(log), "--jfr", str(recording))
    assert shown.returncode == 1
    assert "1 recordings for 2 logs: expected --jfr once for each log, or not at all" in shown.stderr


def test_a_rotated_log_has_one_recording(run, tmp_path):
    log, recording = run
    lines = log.read_text().splitlines(keepends=True)
    parts = {"gc.log.0": lines[: len(lines) // 2], "gc.log": lines[len(lines) // 2 :]}
    for name, part in parts.items():
        (tmp_path / name).write_text("".join(part))
    files = [str(tmp_path / name) for name in ("gc.log", "gc.log.0")]
    shown = petlab("gc", *files, "--jfr", str(recording), "--into", str(tmp_path / "page"))
    assert shown.returncode == 0, shown.stderr
    alone = petlab("gc", str(log), "--into", str(tmp_path / "alone"))
    assert row(shown.stdout, "pauses") == row(alone.stdout, "pauses")


def test_what_is_no_recording_is_said(run):
    log, _ = run
    with pytest.raises(GcLogError, match=r"gc\.log: not a readable flight recording: "):
        pauses_of(log)


def test_where_results_cannot_be_a_folder_it_ends_with_the_reason(tmp_path):
    """A link to a disk that is not mounted: no other name would ever be free there."""
    (tmp_path / "results").symlink_to(tmp_path / "gone")
    with pytest.raises(FileExistsError, match="results"):
        gc_logs.new_folder(tmp_path / "results")


def test_pages_of_the_same_second_have_folders_of_their_own(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gc_logs, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(time, "gmtime", lambda *_: time.struct_time((2026, 11, 21, 4, 12, 9, 5, 325, 0)))
    for name in ("serial", "g1", "zgc"):
        gc_logs.gc([RECORDED / f"{name}.log"])
    pages = [line for line in capsys.readouterr().out.splitlines() if line.endswith("report.html")]
    stamp = tmp_path / "results/gc-20261121T041209Z"
    assert pages == [f"{stamp}/report.html", f"{stamp}-2/report.html", f"{stamp}-3/report.html"]
    titles = [re.findall("<h1>(.*)</h1>", Path(page).read_text()) for page in pages]
    assert titles == [["serial.log"], ["g1.log"], ["zgc.log"]]


def test_what_is_no_log_is_said_and_leaves_nothing(tmp_path):
    shown = petlab("gc", str(tmp_path / "nowhere.log"), "--into", str(tmp_path / "page"))
    assert shown.returncode == 1
    assert "nowhere.log: cannot be read" in shown.stderr
    assert not (tmp_path / "page").exists()


@pytest.mark.parametrize(
    ("duration", "seconds"), [("PT0.003021S", 0.003021), ("PT1M2.5S", 62.5), ("PT1H0M0S", 3600), ("PT7S", 7)]
)
def test_durations_are_those_of_iso_8601(duration, seconds):
    assert seconds_of(duration) == pytest.approx(seconds)


def test_a_duration_that_is_none_is_refused():
    with pytest.raises(GcLogError, match="expected a duration"):
        seconds_of("3 ms")
