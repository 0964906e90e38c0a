"""What -Xlog:gc tells of ZGC: whole collections. Its pauses are phases, which take -Xlog:gc*: nobody knows them, and
they are not taken for none.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from analysis.reporting.gc_report import NamedLog, RecordedPauses, plots_of, read_logs, remarks, rows, write_gc_report
from analysis.tests.test_gc_report import RECORDED, cells

UNKNOWN = (
    "pauses",
    "pauses, total (ms)",
    "pauses, share of the run",
    "pause, median (ms)",
    "pause, 95th percentile (ms)",
    "pause, 99th percentile (ms)",
    "pause, longest (ms)",
    "phases beside the program (s)",
    "phases beside the program, share of the run",
    "safepoints, collections included (s)",
    "least time for the program in any 20 ms",
    "least time for the program in any 100 ms",
    "least time for the program in any 1,000 ms",
)
REMARK = "gc.log: it does not record pauses: that takes -Xlog:gc*."
WITH_GENERATIONS = "GC(0) Minor Collection (Allocation Rate) 60M(75%)->10M(12%) 0.100s"
WITHOUT_GENERATIONS = "GC(0) Garbage Collection (Warmup) 60M(75%)->10M(12%)"


def log_of(folder: Path, *messages: str) -> NamedLog:
    """A line each second; the last one tells of nothing."""
    lines = [f"[{place}.000s][info][gc] {message}" for place, message in enumerate([*messages, "Trigger: none"])]
    (folder / "gc.log").write_text("\n".join(lines) + "\n")
    [log] = read_logs([folder / "gc.log"])
    return log


@pytest.mark.parametrize("collection", [WITH_GENERATIONS, WITHOUT_GENERATIONS])
@pytest.mark.parametrize("first", ["Using The Z Garbage Collector", "GC(0) Something"])
def test_pauses_that_the_log_does_not_tell_are_unknown(tmp_path: Path, collection: str, first: str) -> None:
    """Whether the collector is named or told by its lines."""
    log = log_of(tmp_path, first, collection)
    assert log.summary.collector == "Z Garbage Collector"
    shown = cells([log])
    assert {name: shown[name] for name in UNKNOWN} == {name: ["–"] for name in UNKNOWN}
    assert (shown["from first line to last (s)"], shown["heap in use, most (MiB)"]) == (["2.00"], ["60.0"])
    assert REMARK in remarks([log])
    assert not any("has no pauses" in remark or "percentile" in remark for remark in remarks([log]))
    assert len(plots_of(log, 1)) == 1, "the heap alone"
    assert "that takes -Xlog:gc*" in write_gc_report([log], tmp_path / "page").read_text()


def test_with_safepoints_the_least_time_for_the_program_is_known(tmp_path: Path) -> None:
    """They stopped it for 5 of any 20 ms."""
    stop = "Reaching safepoint: 4900000 ns, At safepoint: 90000 ns, Leaving safepoint: 10000 ns, Total: 5000000 ns"
    lines = [
        "[0.000s][info][gc] Using The Z Garbage Collector",
        f'[0.100s][info][safepoint] Safepoint "ZMarkStartYoung", Time since last: 9 ns, {stop}, Threads: 1 runnable',
        f"[2.000s][info][gc] {WITH_GENERATIONS}",
    ]
    (tmp_path / "gc.log").write_text("\n".join(lines) + "\n")
    logs = read_logs([tmp_path / "gc.log"])
    shown = cells(logs)
    assert shown["pauses"] == ["–"]
    assert shown["least time for the program in any 20 ms"] == ["75 %"]
    assert REMARK in remarks(logs)


def test_beside_a_log_with_pauses_each_kind_of_them_is_unknown(tmp_path: Path) -> None:
    [g1] = read_logs([RECORDED / "g1.log"])
    unknown = log_of(tmp_path, "Using The Z Garbage Collector", WITH_GENERATIONS)
    kinds = [row for row in rows([g1, unknown]) if row.label.startswith(("pauses, ", "pauses for "))]
    assert len(kinds) > 4
    assert [(row.cells[1], row.cells[2]) for row in kinds] == [("–", "–")] * len(kinds)


def test_of_pauses_that_nobody_logged_a_flight_recording_does_not_tell_that_they_were_missed(tmp_path: Path) -> None:
    log = replace(log_of(tmp_path, "Using The Z Garbage Collector", WITH_GENERATIONS), recorded=RecordedPauses(9, 0.1))
    assert not any("flight recording" in remark for remark in remarks([log]))
    assert cells([log])["pauses by the flight recording"] == ["9"]


@pytest.mark.parametrize(
    "messages",
    [
        ["Using The Z Garbage Collector"],  # there was no collection
        ["Using Shenandoah", "GC(0) Concurrent cleanup (unload classes) 27M->15M(96M) 0.011ms"],
        ["Using Serial", "GC(0) Something else 60M->10M(90M)"],
    ],
)
def test_otherwise_a_log_without_a_pause_has_none(tmp_path: Path, messages: list[str]) -> None:
    log = log_of(tmp_path, *messages)
    assert cells([log])["pauses"] == ["0"]
    assert cells([log])["least time for the program in any 100 ms"] == ["100 %"]
    assert "gc.log: it has no pauses." in remarks([log])


def test_with_its_phases_the_pauses_of_zgc_are_known() -> None:
    [log] = read_logs([RECORDED / "zgc.log"])
    assert int(cells([log])["pauses"][0]) == len(log.summary.unified.log.pauses) > 0
