"""What compilers took of a trial, and that it is said where they took much."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_records import ns, records_with, trial_of_window
from analysis.trials.compilers import compiler_metrics, compiling_remark

MS_NS = 1_000_000


def used(jvm: str, *at: tuple[float, int]) -> list[Mapping[str, Any]]:
    """(second, ms since the start of the JVM)."""
    return [{"wall_ns": ns(second), "jvm": jvm, "cpu_ns": total_ms * MS_NS} for second, total_ms in at]


# 600 ms of the server in the window from 100 to 130 s, and 40 ms of the supplier's.
THREADS = [*used("server", (99, 0), (100, 100), (130, 700), (131, 900)), *used("supplier", (100, 20), (130, 60))]


def test_it_is_that_of_all_servers_in_the_window_by_its_orders() -> None:
    records = records_with(compiler_threads=THREADS)
    assert compiler_metrics(records, completed=40) == {"compiler_cpu_per_order_ms": pytest.approx(16)}
    assert compiler_metrics(records, completed=0) == {"compiler_cpu_per_order_ms": None}


def test_of_older_records_nothing_is_told() -> None:
    assert compiler_metrics(replace(records_with(), absent=("compiler_threads",)), completed=40) == {}


@pytest.mark.parametrize(
    ("compiling_ms", "remark"),
    [
        (4.0, None),
        (4.1, "the JVMs were still warming up: their compilers took 10% of the bed's CPU"),
        (16.0, "the JVMs were still warming up: their compilers took 40% of the bed's CPU"),
        (None, None),
    ],
)
def test_more_than_a_tenth_is_remarked_upon(compiling_ms: float | None, remark: str | None) -> None:
    metrics = {"compiler_cpu_per_order_ms": Estimate(compiling_ms, 1), "cpu_per_order_ms": Estimate(40.0, 1)}
    assert compiling_remark(records_with(), metrics) == remark
    assert compiling_remark(records_with(), {"cpu_per_order_ms": Estimate(40.0, 1)}) is None


def test_levels_that_take_turns_meet_it_alike() -> None:
    metrics = {"compiler_cpu_per_order_ms": Estimate(16.0, 1), "cpu_per_order_ms": Estimate(40.0, 1)}
    assert compiling_remark(records_with(trial_of_window(TrialPlan(unit="window"))), metrics) is None
