"""What the page of a search for a collector warns of, and its picture's legend."""

import pytest

from analysis.contract.objective import parse_objective
from analysis.reporting.tuning_page import Point, Shown, busy_line, frontier_plot, table_row
from analysis.statistics.intervals import Estimate

OBJECTIVE = parse_objective("p99 response <= 500 ms")


def shown(busy: float) -> Shown:
    metrics = {
        "cpu_busy_fraction": busy, "cpu_per_order_ms": 113.0, "compiler_cpu_per_order_ms": 28.0,
        "gc_cpu_per_order_ms": 1.5, "response_p99_ms": 822.0,
    }  # fmt: skip
    return Shown("default", {name: Estimate(value, 1) for name, value in metrics.items()}, overloaded=False)


def test_a_load_that_leaves_the_cores_no_room_is_warned_of() -> None:
    said = busy_line(shown(0.93))
    assert "they were 93 % busy, and compilers took 28.0 of the 113 ms of CPU per order." in said


@pytest.mark.parametrize("default", [shown(0.849), None])
def test_one_that_leaves_room_or_is_not_known_is_not(default: Shown | None) -> None:
    assert busy_line(default) == ""


def test_a_row_has_what_collectors_and_compilers_took() -> None:
    assert table_row("g1 512m", shown(0.5), OBJECTIVE) == "| `g1 512m` | 822 | 113 | 1.50 | 28.0 |"
    assert table_row("zgc 512m", None, OBJECTIVE) == "| `zgc 512m` | failed | – | – | – |"


def test_the_legend_has_the_heaps_that_were_tried_alone() -> None:
    points = [Point("g1", heap_mb, 300.0, 90.0, on_frontier=True) for heap_mb in (512, 256, 512)]
    drawn = frontier_plot(points, OBJECTIVE).drawn
    assert ">256<" in drawn and ">512<" in drawn and ">350<" not in drawn
